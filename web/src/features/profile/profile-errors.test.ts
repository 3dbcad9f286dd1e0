// The profile refuses in the specified words, each at its field.
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../lib/failure.ts';
import { refusedField } from '../../lib/forms/form-errors.ts';
import {
  deletionErrors,
  PASSWORD_FIELDS,
  passwordErrors,
  USERNAME_FIELDS,
  usernameErrors,
} from './profile-errors.ts';

describe('a username', () => {
  test.each([
    ['', 'Username is required'],
    ['  ', 'Username is required'],
    ['ab', 'Username must be at least 3 characters'],
    ['a b c', 'Username can only contain letters, numbers, and underscores'],
    ['x'.repeat(31), 'Username must be at most 30 characters'],
    ['ada', 'Username is the same as current username'],
    [' ada ', 'Username is the same as current username'],
  ])('"%s" is refused: %s', (typed, username) => {
    expect(usernameErrors(typed, 'ada')).toEqual({ username });
  });

  // spec: accounts.17
  test('another one is fine, also one that differs by case', () => {
    expect(usernameErrors('lovelace_1815', 'ada')).toEqual({});
    expect(usernameErrors('Ada', 'ada')).toEqual({});
  });
});

describe('a password', () => {
  // spec: accounts.18
  test('the current one is required, the new one must be long enough and typed twice', async () => {
    expect(await passwordErrors({ currentPassword: '', newPassword: '12345', confirmation: '1' })).toEqual({
      currentPassword: 'Please enter your current password',
      newPassword: 'New password must be at least 6 characters',
      confirmation: 'Passwords do not match',
    });
    expect(
      await passwordErrors({
        currentPassword: 'old',
        newPassword: 'amber kettle',
        confirmation: 'amber kettle',
      }),
    ).toEqual({});
  });
});

test('an account is deleted with its password and its name only', () => {
  expect(deletionErrors({ password: '', confirmation: 'DELETE' }, 'ada')).toEqual({
    password: 'Password is required',
    confirmation: 'Please type ada to confirm',
  });
  expect(deletionErrors({ password: 'x', confirmation: ' ada' }, 'ada')).toEqual({});
});

test("the server's refusals stand at their field, others at none", () => {
  const taken = failureOf(409, { detail: 'This username is already taken', code: 'USERNAME_TAKEN' });
  expect(refusedField(taken, USERNAME_FIELDS)).toEqual({ username: 'This username is already taken' });
  const wrong = failureOf(403, {
    detail: 'The current password is not correct',
    code: 'CURRENT_PASSWORD_WRONG',
  });
  expect(refusedField(wrong, PASSWORD_FIELDS)).toEqual({
    currentPassword: 'The current password is not correct',
  });
  expect(refusedField(failureOf(500, null), PASSWORD_FIELDS)).toBeUndefined();
  expect(refusedField(undefined, PASSWORD_FIELDS)).toBeUndefined();
});
