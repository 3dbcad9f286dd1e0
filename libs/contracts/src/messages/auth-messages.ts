// Requests of the gateway, other services and operators to auth, except for those that are routes.
import { z } from 'zod';
import { AUTH_ROUTES, email, loginInput, profileInput, registerInput, user } from '../http/auth-routes.ts';
import { id, type Message } from '../http/route.ts';
import { OPERATOR_ROLES } from './operator-messages.ts';

/** Why a user has a role: an operator granted it, or the address is in ADMIN_EMAILS. */
const adminSource = z.enum(['role', 'ADMIN_EMAILS']);
const adminChange = z.object({ user_id: z.string(), changed: z.boolean(), is_admin: z.boolean() });

export const AUTH_MESSAGES = {
  /** The message of the route `login`; the gateway turns `session_token` (a JWT) into the cookie and passes on `user`. */
  startSession: {
    service: 'auth',
    kind: 'command',
    name: 'start-session',
    input: loginInput,
    output: z.object({ user, session_token: z.string(), session_expires_at: z.iso.datetime() }),
  },
  /**
   * The message of the route `register`; it starts a session only where email need not be verified. Elsewhere the gateway
   * keeps `mark` as a cookie, the same whether or not the address is registered already.
   */
  registerUser: {
    service: 'auth',
    kind: 'command',
    name: 'register-user',
    input: registerInput,
    output: AUTH_ROUTES.register.output.extend({
      session_token: z.string().nullable(),
      session_expires_at: z.iso.datetime().nullable(),
      registration: z.object({ mark: z.string(), expires_at: z.iso.datetime() }).nullable(),
    }),
  },
  /** The message of the route `verifyEmail`, with the mark of the browser's registration; it starts a session where that or the password fits. */
  verifyAddress: {
    service: 'auth',
    kind: 'command',
    name: 'verify-address',
    input: AUTH_ROUTES.verifyEmail.input.extend({ registration_mark: z.string().optional() }),
    output: AUTH_ROUTES.verifyEmail.output.extend({
      session_token: z.string().nullable(),
      session_expires_at: z.iso.datetime().nullable(),
    }),
  },
  /** The message of the route `updateProfile`; with a new password a new session replaces all others. */
  changeProfile: {
    service: 'auth',
    kind: 'command',
    name: 'change-profile',
    input: profileInput,
    output: AUTH_ROUTES.updateProfile.output.extend({
      session_token: z.string().nullable(),
      session_expires_at: z.iso.datetime().nullable(),
    }),
  },
  /** The user of a session, null when it ended or expired; and the user's role as an operator. */
  getSession: {
    service: 'auth',
    kind: 'query',
    name: 'get-session',
    input: z.strictObject({ sessionId: id }),
    output: z.object({ user: user.nullable(), role: z.enum(OPERATOR_ROLES).nullable() }),
  },
  /**
   * The command line gives the user with this address a role in place of any other; repeating it changes nothing.
   * ADDRESS_NOT_PROVEN when no mailed token has shown that account and address have one owner, unless `evenUnproven`.
   */
  grantAdmin: {
    service: 'auth',
    kind: 'command',
    name: 'grant-admin',
    input: z.strictObject({
      email,
      role: z.enum(OPERATOR_ROLES).default('admin'),
      evenUnproven: z.boolean().default(false),
    }),
    output: adminChange,
  },
  /** The command line takes the role of a user, even of the last admin; an address in ADMIN_EMAILS stays an admin. */
  revokeAdmin: {
    service: 'auth',
    kind: 'command',
    name: 'revoke-admin',
    input: z.strictObject({ email }),
    output: adminChange,
  },
  /** An operator turns off the second factor of a user who has lost the app and the recovery codes. */
  resetSecondFactor: {
    service: 'auth',
    kind: 'command',
    name: 'reset-second-factor',
    input: z.strictObject({ email }),
    output: z.object({ changed: z.boolean() }),
  },
  /** For operators: everybody with a role, and the reason. Reads the whole history of users. */
  listAdmins: {
    service: 'auth',
    kind: 'query',
    name: 'list-admins',
    input: z.strictObject({}),
    output: z.object({
      admins: z.array(
        z.object({
          user_id: z.string(),
          email: z.string(),
          username: z.string(),
          role: z.enum(OPERATOR_ROLES),
          by: z.array(adminSource),
        }),
      ),
    }),
  },
  /** Wraps all data keys with the newest master key; afterwards the previous ones can go. */
  rewrapKeys: {
    service: 'auth',
    kind: 'command',
    name: 'rewrap-keys',
    input: z.strictObject({}),
    output: z.object({ rewrapped: z.int() }),
  },
  /** Mails a notice to the calling user's address, if it is proven; the same id is the same mail. */
  mailNotice: {
    service: 'auth',
    kind: 'command',
    name: 'mail-notice',
    input: z.strictObject({
      notice_id: id,
      subject: z.string().max(200),
      paragraphs: z.array(z.string().max(2_000)).max(6),
      action: z.strictObject({ label: z.string().max(60), path: z.string().startsWith('/').max(500) }),
    }),
    output: z.object({ outcome: z.enum(['sent', 'refused', 'deferred', 'unproven']) }),
  },
  endSession: {
    service: 'auth',
    kind: 'command',
    name: 'end-session',
    input: z.strictObject({ sessionId: id }),
    output: z.object({}),
  },
} as const satisfies Record<string, Message>;
