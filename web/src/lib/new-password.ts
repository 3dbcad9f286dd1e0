// A new password and its repetition: what is refused, in the product's words.
import { ERRORS, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@tradeium/contracts';
import type { FieldErrors } from './use-form.ts';

export type NewPassword = { readonly newPassword: string; readonly confirmation: string };

const lengthProblem = (password: string): string | undefined => {
  if (password.length < PASSWORD_LENGTH_MIN) return ERRORS.NEW_PASSWORD_TOO_SHORT.detail;
  return password.length > PASSWORD_LENGTH_MAX ? ERRORS.PASSWORD_TOO_LONG.detail : undefined;
};

/** What is wrong with either field; empty when nothing is. */
export const newPasswordErrors = ({ newPassword, confirmation }: NewPassword): FieldErrors => {
  const problem = lengthProblem(newPassword);
  return {
    ...(problem !== undefined && { newPassword: problem }),
    ...(newPassword !== confirmation && { confirmation: 'Passwords do not match' }),
  };
};
