// Routes of accounts and sessions.
import { z } from 'zod';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, USERNAME_LENGTH_MIN } from '../constants.ts';
import { laterOutput, noInput, route } from './route.ts';

export const user = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  email_verified: z.boolean(),
  created_at: z.iso.datetime(),
});
export type User = z.infer<typeof user>;

/** E-mail addresses as the product takes them: compared without case, at most 254 characters. */
export const email = z
  .string({ error: 'EMAIL_REQUIRED' })
  .trim()
  .min(1, 'EMAIL_REQUIRED')
  .max(254, 'EMAIL_INVALID')
  .regex(/^[^\s@<>"(),;:\\\p{Cc}]+@[^\s@<>"(),;:\\\p{Cc}]+\.[^\s@<>"(),;:\\\p{Cc}]+$/u, 'EMAIL_INVALID');

const newPassword = z
  .string({ error: 'PASSWORD_REQUIRED' })
  .min(1, 'PASSWORD_REQUIRED')
  .min(PASSWORD_LENGTH_MIN, 'PASSWORD_TOO_SHORT')
  .max(PASSWORD_LENGTH_MAX, 'PASSWORD_TOO_LONG');

/** The login form: `email` holds an e-mail address or a username. */
export const loginInput = z.strictObject({
  email: z
    .string({ error: 'LOGIN_NAME_REQUIRED' })
    .trim()
    .min(1, 'LOGIN_NAME_REQUIRED')
    .min(USERNAME_LENGTH_MIN, 'LOGIN_NAME_INVALID')
    .max(254, 'LOGIN_NAME_INVALID'),
  password: z
    .string({ error: 'PASSWORD_REQUIRED' })
    .min(1, 'PASSWORD_REQUIRED')
    .max(PASSWORD_LENGTH_MAX, 'PASSWORD_TOO_LONG'),
});

/** The registration form. */
export const registerInput = z.strictObject({ email, password: newPassword });

const message = z.object({ message: z.string() });

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
    summary: 'Start a session with e-mail or username and password; sets the session cookie',
    input: loginInput,
    output: z.object({ user }),
    errors: [
      'LOGIN_NAME_REQUIRED',
      'LOGIN_NAME_INVALID',
      'PASSWORD_REQUIRED',
      'INVALID_CREDENTIALS',
      'EMAIL_NOT_VERIFIED',
    ],
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    summary: 'Create an account; a verification e-mail is sent',
    input: registerInput,
    output: z.object({
      /** Null while the e-mail still has to be verified. */
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
      'EMAIL_TAKEN',
    ],
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
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
    summary: 'Send the verification e-mail again; answers the same whether or not the account exists',
    input: z.strictObject({ email }),
    output: message,
    errors: ['EMAIL_REQUIRED', 'EMAIL_INVALID'],
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/auth/verify-email',
    tag: 'auth',
    auth: 'public',
    service: 'auth',
    summary: 'Verify an e-mail address with the token of the e-mail',
    input: z.strictObject({
      token: z
        .string({ error: 'VERIFICATION_TOKEN_MISSING' })
        .min(1, 'VERIFICATION_TOKEN_MISSING')
        .max(500, 'VERIFICATION_TOKEN_INVALID'),
    }),
    output: message,
    errors: ['VERIFICATION_TOKEN_MISSING', 'VERIFICATION_TOKEN_INVALID'],
  }),
  updateProfile: route({
    method: 'PUT',
    path: '/auth/profile',
    tag: 'auth',
    service: 'later',
    summary: 'Change username or password',
    input: z.strictObject({
      username: z.string().optional(),
      currentPassword: z.string().optional(),
      newPassword: z.string().optional(),
    }),
    output: laterOutput,
  }),
} as const;
