// Routes of the second factor: codes of an authenticator app, and codes for the day on which it is lost.
import { z } from 'zod';
import { secondFactorProof } from './auth-routes.ts';
import { noInput, route } from './route.ts';

const secondFactor = z.object({
  enabled: z.boolean(),
  /** Recovery codes that were not used yet. */
  recovery_codes_left: z.int().nonnegative(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export const RECOVERY_CODES_COUNT = 10;

/** Guesses at passwords and codes are counted by account, too. */
const attempt = {
  tag: 'auth',
  service: 'auth',
  limits: ['requests', 'attempts'],
  isPaced: true,
} as const;

const PROOF_ERRORS = [
  'PASSWORD_REQUIRED',
  'PASSWORD_TOO_LONG',
  'CURRENT_PASSWORD_WRONG',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
  'TOO_MANY_LOGIN_ATTEMPTS',
] as const;

export const SECOND_FACTOR_ROUTES = {
  getSecondFactor: route({
    method: 'GET',
    path: '/auth/second-factor',
    tag: 'auth',
    service: 'auth',
    summary: 'Whether logins ask for a code, and how many recovery codes are left',
    input: noInput,
    output: secondFactor,
  }),
  prepareSecondFactor: route({
    method: 'POST',
    path: '/auth/second-factor/prepare',
    tag: 'auth',
    service: 'auth',
    budgets: 2,
    summary: 'A new secret for an authenticator app; it counts once it is enabled with a code',
    input: noInput,
    output: z.object({
      /** Base32, to be typed. */
      secret: z.string(),
      /** The same as an `otpauth:` address, to be shown as a QR code. */
      uri: z.string(),
      /** To be sent back within a quarter of an hour. */
      setup: z.string(),
    }),
    errors: ['SECOND_FACTOR_ON'],
  }),
  enableSecondFactor: route({
    ...attempt,
    method: 'POST',
    path: '/auth/second-factor/enable',
    budgets: 2,
    summary: 'Have logins ask for a code; answers the recovery codes, which are shown this once',
    input: secondFactorProof.extend({ setup: z.string().min(1).max(1_000) }),
    output: recoveryCodes,
    errors: [...PROOF_ERRORS, 'SECOND_FACTOR_ON', 'SECOND_FACTOR_SETUP_EXPIRED'],
  }),
  renewRecoveryCodes: route({
    ...attempt,
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    summary: 'New recovery codes in place of all others',
    input: secondFactorProof,
    output: recoveryCodes,
    errors: [...PROOF_ERRORS, 'SECOND_FACTOR_OFF'],
  }),
  disableSecondFactor: route({
    ...attempt,
    method: 'POST',
    path: '/auth/second-factor/disable',
    summary: 'Have logins ask for the password only',
    input: secondFactorProof,
    output: z.object({ message: z.string() }),
    errors: [...PROOF_ERRORS, 'SECOND_FACTOR_OFF'],
  }),
} as const;
