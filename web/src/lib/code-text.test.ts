// Code texts are compared, changed in one place, and searched for invisible characters.
import { expect, test } from 'vitest';
import { codeWarnings, differenceOf, distanceOf, isSameCode, withBreaksOf } from './code-text.ts';

test.each([
  ['a\nb', 'a\nb', true],
  ['a\r\nb', 'a\nb', true],
  ['a\rb', 'a\nb', true],
  ['\uFEFFa\r\nb', 'a\nb', true],
  ['a\nb', 'a\n\nb', false],
])('line ends and a byte order mark are no difference between %j and %j: %j', (a, b, same) => {
  expect(isSameCode(a, b)).toBe(same);
});

test('code gets back the line ends that it came with', () => {
  expect(withBreaksOf('a\r\nb', 'a\nc\n')).toBe('a\r\nc\r\n');
  expect(withBreaksOf('a\nb', 'a\nc\n')).toBe('a\nc\n');
});

test.each([
  ['abcd', 'abXd', { from: 2, to: 3, insert: 'X' }],
  ['', 'new', { from: 0, to: 0, insert: 'new' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['same', 'same', { from: 4, to: 4, insert: '' }],
])('%j becomes %j at one place', (before, after, difference) => {
  expect(differenceOf(before, after)).toEqual(difference);
  const { from, to, insert } = difference;
  expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
});

test('the distance counts what was typed or taken away', () => {
  expect(distanceOf('a = 1', 'a = 1')).toBe(0);
  expect(distanceOf('a = 1', `a = ${'2'.repeat(300)}`)).toBe(300);
  expect(distanceOf('x'.repeat(500), '')).toBe(500);
});

// spec: strategies.75
test('characters that change the direction of code, and those that are not text, are reported with their lines', () => {
  expect(codeWarnings('a = "שלום 👍🏽"\n')).toEqual([]);
  expect(codeWarnings('a\r\nb = "\u202e"\nc\u2066')).toEqual([{ kind: 'turning', lines: [2, 3] }]);
  expect(codeWarnings('\u{fffd}PNG\n\0')).toEqual([{ kind: 'unreadable', lines: [1, 2] }]);
});
