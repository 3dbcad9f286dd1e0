// The errors of a new password and its repetition.
import { ERRORS, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@tradeium/contracts';
import type { FieldErrors } from './use-form.ts';

export type NewPassword = { readonly newPassword: string; readonly confirmation: string };

const lengthProblem = (password: string): string | undefined => {
  if (password.length < PASSWORD_LENGTH_MIN) return ERRORS.NEW_PASSWORD_TOO_SHORT.detail;
  return password.length > PASSWORD_LENGTH_MAX ? ERRORS.PASSWORD_TOO_LONG.detail : undefined;
};

/** Why a password is refused as too common. Without the list, which is loaded here, the server alone decides. */
export const commonProblem = async (password: string): Promise<string | undefined> => {
  const list = await import('./password-strength.ts').catch(() => undefined);
  return list?.isCommonPassword(password) ? ERRORS.PASSWORD_TOO_COMMON.detail : undefined;
};

/** The errors of either field; empty when there are none. */
export const newPasswordErrors = async ({ newPassword, confirmation }: NewPassword): Promise<FieldErrors> => {
  const problem = lengthProblem(newPassword) ?? (await commonProblem(newPassword));
  return {
    ...(problem !== undefined && { newPassword: problem }),
    ...(newPassword !== confirmation && { confirmation: 'Passwords do not match' }),
  };
};
