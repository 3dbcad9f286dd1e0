// Which words of operators have control characters.
import { expect, test } from 'vitest';
import { hasLinesOnly, isOneLine } from './control-characters.ts';

test.each(['a\u0000b', 'a\u001b[31m', 'a\u0085b', 'a\tb', 'a\rb'])('%j has one', (text) => {
  expect([isOneLine(text), hasLinesOnly(text)]).toEqual([false, false]);
});

test('a line feed is one in one line only', () => {
  expect([isOneLine('a\nb'), hasLinesOnly('a\nb')]).toEqual([false, true]);
  expect(isOneLine('für Ada, 10 €')).toBe(true);
});
