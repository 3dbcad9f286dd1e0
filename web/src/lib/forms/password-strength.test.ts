// The hint next to a new password: long and unusual is strong, a common one is weak.
import { PASSWORD_LENGTH_MIN } from '@tradeium/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword, strengthOf } from './password-strength.ts';

test.each([
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['abcdefghijklmnop', 1],
  ['Password123!', 1],
  ['horse12', 1],
  ['tr0ub4dor', 3],
  ['plum-Kettle9', 4],
  ['plum-Kettle9-harbour', 4],
  ['correct horse battery staple', 4],
  ['Rk7#vq', 1],
])('%s is of level %d', (password, level) => {
  expect(strengthOf(password).level).toBe(level);
});

test('a password that is refused says so', () => {
  expect(strengthOf('Qwerty123')).toEqual({ level: 1, text: 'This password is too common.' });
});

test('the name of the user adds nothing', () => {
  expect(strengthOf('ada.lovelace').level).toBeGreaterThan(1);
  expect(strengthOf('ada.lovelace', ['ada.lovelace@example.org']).level).toBe(1);
});

test("the passwords that are refused are the library's 3,000 commonest of those that are long enough", () => {
  const ranked = (dictionary['passwords-common'] as string[]).filter(
    ({ length }) => length >= PASSWORD_LENGTH_MIN,
  );
  expect(ranked.slice(0, 3_000).filter((password) => !isCommonPassword(password))).toEqual([]);
  // Rarer ones that are refused, too, repeat or count, or begin with a word that everybody takes.
  const others = ranked.slice(3_000).filter(isCommonPassword);
  const isKnown = /^(admin|welcome|changeme|password|iloveyou|qwerty)/;
  expect(others.filter((password) => !isKnown.test(password) && strengthOf(password).level > 1)).toEqual([]);
  expect(others.length).toBeLessThan(30);
});
