// The words about code that is edited.
import { expect, test } from 'vitest';
import { codeProblem, savedElsewhere, warningText } from './editing-texts.ts';

// spec: strategies.12
test.each([
  ['', 'The strategy has no code'],
  [' \n\t', 'The strategy has no code'],
  ['x'.repeat(256 * 1024 + 1), 'The strategy is too large (at most 256 KiB)'],
  ['ü'.repeat(128 * 1024 + 1), 'The strategy is too large (at most 256 KiB)'],
  ['x'.repeat(256 * 1024), null],
])('code is checked before it is sent', (code, problem) => {
  expect(codeProblem(code)).toBe(problem);
});

test('a rival save is reported with its version', () => {
  expect(savedElsewhere(4)).toBe('This file was saved elsewhere as version 4');
});

test('hidden characters are reported with the first lines that hold them', () => {
  expect(warningText({ kind: 'turning', lines: [2] })).toMatch(/^Line 2: hidden characters/);
  expect(warningText({ kind: 'unreadable', lines: [1, 2, 3, 4, 5, 6, 7] })).toMatch(
    /^Lines 1, 2, 3, 4, 5 and 2 more: bytes/,
  );
});
