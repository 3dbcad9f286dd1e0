// A new password and its repetition are refused in the product's words.
import { expect, test } from 'vitest';
import { newPasswordErrors } from './new-password.ts';

const SHORT = 'New password must be at least 6 characters';
const DIFFERENT = 'Passwords do not match';

test.each([
  ['secret', 'secret', {}],
  ['', '', { newPassword: SHORT }],
  ['12345', '12345', { newPassword: SHORT }],
  ['12345', '1234', { newPassword: SHORT, confirmation: DIFFERENT }],
  ['secret', 'Secret', { confirmation: DIFFERENT }],
  ['x'.repeat(257), 'x'.repeat(257), { newPassword: 'Password must be at most 256 characters' }],
])('%s and %s', (newPassword, confirmation, errors) => {
  expect(newPasswordErrors({ newPassword, confirmation })).toEqual(errors);
});
