// Which passwords are too common to be accepted.
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'password', 'qwerty', 'dragon'])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test('case does not make a common password rare', () => {
  expect(isCommonPassword('PassWord1')).toBe(true);
});

test.each(['correct horse battery', 'tradeium', '', '123456 '])("'%s' is not", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
