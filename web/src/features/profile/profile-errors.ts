// The errors of the profile's forms, in the product's words.
import { ERRORS, secondFactorProof, username } from '@tradeium/contracts';
import { z } from 'zod';
import { type FieldOfCode, formErrors } from '../../lib/forms/form-errors.ts';
import { type NewPassword, newPasswordErrors } from '../../lib/forms/new-password.ts';
import type { FieldErrors } from '../../lib/forms/use-form.ts';

const usernameForm = z.object({ username });

/** The errors of a new username. */
export const usernameErrors = (typed: string, current: string): FieldErrors =>
  typed.trim() === current
    ? { username: ERRORS.USERNAME_UNCHANGED.detail }
    : formErrors(usernameForm, { username: typed });

/** The errors of a change of the password. */
export const passwordErrors = async (
  typed: NewPassword & { readonly currentPassword: string },
): Promise<FieldErrors> => ({
  ...(typed.currentPassword === '' && { currentPassword: ERRORS.CURRENT_PASSWORD_REQUIRED.detail }),
  ...(await newPasswordErrors(typed)),
});

/** The errors of the deletion of an account. */
export const deletionErrors = (
  typed: { readonly password: string; readonly confirmation: string },
  name: string,
): FieldErrors => ({
  ...(typed.password === '' && { password: ERRORS.PASSWORD_REQUIRED.detail }),
  ...(typed.confirmation.trim() !== name && { confirmation: `Please type ${name} to confirm` }),
});

/** The errors of password and code, which a change of the second factor asks for. */
export const proofErrors = (typed: { readonly password: string; readonly code: string }): FieldErrors =>
  formErrors(secondFactorProof, typed);

export const USERNAME_FIELDS: FieldOfCode = {
  USERNAME_REQUIRED: 'username',
  USERNAME_TOO_SHORT: 'username',
  USERNAME_TOO_LONG: 'username',
  USERNAME_INVALID: 'username',
  USERNAME_UNCHANGED: 'username',
  USERNAME_TAKEN: 'username',
};

export const PASSWORD_FIELDS: FieldOfCode = {
  NEW_PASSWORD_TOO_SHORT: 'newPassword',
  PASSWORD_TOO_LONG: 'newPassword',
  PASSWORD_TOO_COMMON: 'newPassword',
  CURRENT_PASSWORD_REQUIRED: 'currentPassword',
  CURRENT_PASSWORD_WRONG: 'currentPassword',
};

export const DELETION_FIELDS: FieldOfCode = {
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_LONG: 'password',
  CURRENT_PASSWORD_WRONG: 'password',
};

export const PROOF_FIELDS: FieldOfCode = {
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_LONG: 'password',
  CURRENT_PASSWORD_WRONG: 'password',
  SECOND_FACTOR_REQUIRED: 'code',
  SECOND_FACTOR_WRONG: 'code',
};
