// The hint beside a new password: long and unusual is strong, what everybody tries is weak.
import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test.each([
  ['', 0],
  ['abc', 1],
  ['123456', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['abcdefghijklmnop', 1],
  ['Password123!', 1],
  ['horse12', 1],
  ['tr0ub4dor', 2],
  ['plum-Kettle9', 4],
  ['correct horse battery staple', 4],
  ['Rk7#vq', 2],
])('%s is of level %d', (password, level) => {
  expect(strengthOf(password).level).toBe(level);
});

test('the name of the user adds nothing', () => {
  expect(strengthOf('ada.lovelace').level).toBeGreaterThan(1);
  expect(strengthOf('ada.lovelace', ['ada.lovelace@example.org']).level).toBe(1);
});

test('it says how many characters are missing before anything else', () => {
  expect(strengthOf('').text).toBe('At least 6 characters');
  expect(strengthOf('abc').text).toBe('At least 6 characters, 3 so far');
});
