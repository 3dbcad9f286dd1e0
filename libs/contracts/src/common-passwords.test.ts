// Which passwords are too common to be accepted.
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'password', 'qwerty', 'dragon'])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  ...['654321', '987654321', '1234567890', '0987654321', '34567890', 'abcdefgh', 'ZYXWVU'],
  ...['aaaaaa', '00000000', '555555', '121212', '123123123', 'xyzxyz', 'admin123'],
])('%s repeats, counts or is known, and is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test('case does not make a common password rare', () => {
  expect(isCommonPassword('PassWord1')).toBe(true);
});

test.each(['correct horse battery', 'tradeium', 'abcabd', '135791', 'aab', '', '123456 '])(
  "'%s' is not",
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
