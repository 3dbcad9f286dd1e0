// Passwords are hashed slowly and refused when they are common; an unknown user costs as much as a known one.

import { isRefusal } from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { openPasswords } from './passwords.ts';

const HERE = '192.0.2.1';

const passwords = sharedByTests(openPasswords);

test('a password is kept as argon2id with its parameters and found right or wrong', async () => {
  const passwordHash = await passwords.hash('correct horse', HERE);
  if (isRefusal(passwordHash)) throw new Error(passwordHash.refused);
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(passwordHash, 'correct horse', HERE)).toBe(true);
  expect(await passwords.verify(passwordHash, 'correct horsf', HERE)).toBe(false);
});

test('the commonest passwords are refused', async () => {
  for (const password of ['123456', 'Password1', 'qwerty']) {
    expect(await passwords.hash(password, HERE)).toEqual({ refused: 'PASSWORD_TOO_COMMON' });
  }
});

test('without a user no password is right, not even the one behind the stand-in hash', async () => {
  expect(await passwords.verify(null, 'nobody has this password', HERE)).toBe(false);
});

test('a malformed hash is an error, after which hashing continues', async () => {
  for (let times = 0; times < 3; times += 1) {
    await expect(passwords.verify('$argon2id$malformed', 'any', HERE)).rejects.toThrow();
  }
  expect(await passwords.hash('still working', HERE)).toMatch(/^\$argon2id\$/);
});
