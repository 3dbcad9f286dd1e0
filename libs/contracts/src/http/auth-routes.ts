// Routes of accounts: registration, login, profile, recovery, export and deletion.
import { z } from 'zod';
import {
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  USERNAME_LENGTH_MAX,
  USERNAME_LENGTH_MIN,
} from '../constants.ts';
import { cleanAddress } from '../email-address.ts';
import { ENDS, noInput, route } from './route.ts';

export const user = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  email_verified: z.boolean(),
  created_at: z.iso.datetime(),
});
export type User = z.infer<typeof user>;

/** An email address: cleaned, its domain in ASCII; compared without case, at most 254 characters. */
export const email = z
  .string({ error: 'EMAIL_REQUIRED' })
  .overwrite(cleanAddress)
  .min(1, 'EMAIL_REQUIRED')
  .max(254, 'EMAIL_INVALID')
  .regex(/^[^\s@<>"(),;:\\\p{Cc}]+@(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/iu, 'EMAIL_INVALID');

const password = z
  .string({ error: 'PASSWORD_REQUIRED' })
  .min(1, 'PASSWORD_REQUIRED')
  .max(PASSWORD_LENGTH_MAX, 'PASSWORD_TOO_LONG');

const newPassword = z
  .string({ error: 'NEW_PASSWORD_TOO_SHORT' })
  .min(PASSWORD_LENGTH_MIN, 'NEW_PASSWORD_TOO_SHORT')
  .max(PASSWORD_LENGTH_MAX, 'PASSWORD_TOO_LONG');

/** A username: letters, digits and underscores, compared without case. */
export const username = z
  .string({ error: 'USERNAME_REQUIRED' })
  .trim()
  .min(1, 'USERNAME_REQUIRED')
  .min(USERNAME_LENGTH_MIN, 'USERNAME_TOO_SHORT')
  .max(USERNAME_LENGTH_MAX, 'USERNAME_TOO_LONG')
  .regex(/^[A-Za-z0-9_]+$/, 'USERNAME_INVALID');

/** A code of an authenticator app, or a recovery code; spaces and dashes do not count. */
const code = z
  .string({ error: 'SECOND_FACTOR_REQUIRED' })
  .trim()
  .min(1, 'SECOND_FACTOR_REQUIRED')
  .max(64, 'SECOND_FACTOR_WRONG');

/** The login form: `email` holds an email address or a username; `code` is required with a second factor. */
export const loginInput = z.strictObject({
  email: z
    .string({ error: 'LOGIN_NAME_REQUIRED' })
    .trim()
    .min(1, 'LOGIN_NAME_REQUIRED')
    .min(USERNAME_LENGTH_MIN, 'LOGIN_NAME_INVALID')
    .max(254, 'LOGIN_NAME_INVALID'),
  password,
  code: code.optional(),
});

/** The proof for a change of the second factor: the password and a code. */
export const secondFactorProof = z.strictObject({ password, code });

const firstPassword = password.min(PASSWORD_LENGTH_MIN, 'PASSWORD_TOO_SHORT');

/** The registration form. */
export const registerInput = z.strictObject({ email, password: firstPassword });

/** The form that the link of the verification email opens. */
export const verificationForm = z.object({ password: firstPassword });

/** The profile form: an absent field, or an empty password, changes nothing. */
export const profileInput = z.strictObject({
  username: username.optional(),
  currentPassword: z.string().max(PASSWORD_LENGTH_MAX, 'PASSWORD_TOO_LONG').optional(),
  newPassword: z.union([z.literal(''), newPassword]).optional(),
});

const token = (missing: string, invalid: string) =>
  z.string({ error: missing }).min(1, missing).max(500, invalid);

const message = z.object({ message: z.string() });

/** Attempts at an account are also counted by address and name. */
const attempt = { limits: ['requests', 'attempts'] } as const;
/** With a token from a mail: by address and the token's user, and by address alone, as a token may name anybody. */
const linkAttempt = { limits: ['requests', 'attempts', 'links'] } as const;

export const AUTH_ROUTES = {
  getMe: route({
    method: 'GET',
    path: '/auth/me',
    tag: 'auth',
    summary: 'The signed-in user',
    service: 'gateway',
    input: noInput,
    output: user,
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    ...attempt,
    isPaced: true,
    summary: 'Start a session with email or username and password; sets the session cookie',
    input: loginInput,
    output: z.object({ user }),
    errors: [
      'LOGIN_NAME_REQUIRED',
      'LOGIN_NAME_INVALID',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_LONG',
      'INVALID_CREDENTIALS',
      'EMAIL_NOT_VERIFIED',
      'ACCOUNT_LOCKED',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'TOO_MANY_LOGIN_ATTEMPTS',
    ],
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    ...attempt,
    isPaced: true,
    summary:
      'Create an account and send an email. Where addresses must be verified, the answer is the same for one that is registered already',
    input: registerInput,
    output: z.object({
      /** Null while the email is unverified. */
      access_token: z.string().nullable(),
      user_id: z.string(),
      email: z.string(),
      username: z.string(),
      email_verified: z.boolean(),
    }),
    errors: [
      'EMAIL_REQUIRED',
      'EMAIL_INVALID',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_COMMON',
      'EMAIL_TAKEN',
      'TOO_MANY_MAILS',
      'TOO_MANY_REGISTRATIONS',
    ],
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    budgets: ENDS,
    tag: 'auth',
    auth: 'public',
    service: 'gateway',
    summary: 'End the session and clear its cookie',
    input: noInput,
    output: message,
  }),
  resendVerification: route({
    method: 'POST',
    path: '/auth/resend-verification',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    ...attempt,
    summary: 'Send the verification email again; answers the same whether or not the account exists',
    input: z.strictObject({ email }),
    output: message,
    errors: ['EMAIL_REQUIRED', 'EMAIL_INVALID', 'TOO_MANY_MAILS'],
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/auth/verify-email',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    ...linkAttempt,
    isPaced: true,
    summary:
      'Verify an email address with the token from the email; in the browser that registered it, or with the password of its registration, this also starts a session. A password that comes with it is set; it is needed elsewhere when the address was registered more than once',
    input: z.strictObject({
      token: token('VERIFICATION_TOKEN_MISSING', 'VERIFICATION_TOKEN_INVALID'),
      password: firstPassword.optional(),
      /** Without a password only the browser that registered the address verifies it. */
      same_browser: z.boolean().optional(),
    }),
    /** `user`: who is signed in by it; null elsewhere than in the browser that registered. */
    output: message.extend({ user: user.nullable() }),
    errors: [
      'VERIFICATION_TOKEN_MISSING',
      'VERIFICATION_TOKEN_INVALID',
      'VERIFICATION_PASSWORD_REQUIRED',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_COMMON',
    ],
  }),
  updateProfile: route({
    method: 'PUT',
    path: '/auth/profile',
    tag: 'auth',
    service: 'auth',
    ...attempt,
    budgets: 2,
    summary: 'Change username or password; a new password needs the current one and ends all other sessions',
    input: profileInput,
    output: z.object({ user, message: z.string() }),
    errors: [
      'USERNAME_REQUIRED',
      'USERNAME_TOO_SHORT',
      'USERNAME_TOO_LONG',
      'USERNAME_INVALID',
      'USERNAME_UNCHANGED',
      'USERNAME_TAKEN',
      'NEW_PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_COMMON',
      'CURRENT_PASSWORD_REQUIRED',
      'CURRENT_PASSWORD_WRONG',
      'PROFILE_UNCHANGED',
      'TOO_MANY_LOGIN_ATTEMPTS',
    ],
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/auth/forgot-password',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    ...attempt,
    summary: 'Send a password reset email; answers the same whether or not the account exists',
    input: z.strictObject({ email }),
    output: message,
    errors: ['EMAIL_REQUIRED', 'EMAIL_INVALID', 'TOO_MANY_MAILS'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/reset-password',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    ...linkAttempt,
    isPaced: true,
    summary: 'Set a new password with the token from the email; ends all sessions',
    input: z.strictObject({ token: token('RESET_TOKEN_MISSING', 'RESET_TOKEN_INVALID'), newPassword }),
    output: message,
    errors: [
      'RESET_TOKEN_MISSING',
      'RESET_TOKEN_INVALID',
      'NEW_PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_COMMON',
    ],
  }),
  exportAccount: route({
    method: 'GET',
    path: '/auth/export',
    tag: 'auth',
    service: 'gateway',
    limits: ['requests', 'exports'],
    summary: 'Everything that is kept of the user, as a JSON file',
    input: noInput,
    output: z.record(z.string(), z.unknown()),
  }),
  deleteAccount: route({
    method: 'POST',
    path: '/auth/delete-account',
    budgets: ENDS,
    tag: 'auth',
    service: 'auth',
    ...attempt,
    summary: 'Delete the account permanently: its personal data becomes unreadable, and its credits are lost',
    input: z.strictObject({ password }),
    output: message,
    errors: ['PASSWORD_REQUIRED', 'PASSWORD_TOO_LONG', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
} as const;
