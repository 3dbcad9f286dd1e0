// A new password and its repetition are refused in the product's words.
import { expect, test } from 'vitest';
import { newPasswordErrors } from './new-password.ts';

const SHORT = 'New password must be at least 6 characters';
const COMMON = 'This password is too common';
const DIFFERENT = 'Passwords do not match';

test.each([
  ['amber kettle', 'amber kettle', {}],
  ['', '', { newPassword: SHORT }],
  ['12345', '12345', { newPassword: SHORT }],
  ['12345', '1234', { newPassword: SHORT, confirmation: DIFFERENT }],
  ['amber kettle', 'Amber kettle', { confirmation: DIFFERENT }],
  ['x'.repeat(257), 'x'.repeat(257), { newPassword: 'Password must be at most 256 characters' }],
  ['123456', '123456', { newPassword: COMMON }],
  ['Password1', 'password1', { newPassword: COMMON, confirmation: DIFFERENT }],
])('%s and %s', async (newPassword, confirmation, errors) => {
  expect(await newPasswordErrors({ newPassword, confirmation })).toEqual(errors);
});
