// Commands that operators send to the service that owns what they change of an account. No route leads to one.
import { z } from 'zod';
import { email } from '../http/auth-routes.ts';
import { id, type Message } from '../http/route.ts';

const message = <Input extends z.ZodType, Output extends z.ZodType>(init: Message<Input, Output>) => init;

export const OPERATOR_ROLES = ['admin', 'support'] as const;
/** `support` sees everything and changes nothing. */
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The account by its id. Repeating a command changes nothing more, and the answer is the first one. */
const account = { userId: id } as const;
/** `changed` is false where nothing was left to do. */
const changed = z.object({ changed: z.boolean() });

const toAuth = { service: 'auth', kind: 'command', output: changed } as const;

export const OPERATOR_MESSAGES = {
  /** An operator vouches for the address: as if the mail had been answered, with the welcome credits that follow. */
  vouchForEmail: message({ ...toAuth, name: 'vouch-for-email', input: z.strictObject(account) }),
  /** Ends every session and revokes every access token. */
  endAllSessions: message({ ...toAuth, name: 'end-all-sessions', input: z.strictObject(account) }),
  /** Nobody logs in to it, its sessions and tokens end, its deployments stop. LAST_ADMIN for the only admin, unless `evenLast`. */
  lockAccount: message({
    ...toAuth,
    name: 'lock-account',
    input: z.strictObject({ ...account, evenLast: z.boolean().default(false) }),
  }),
  /** Logins work again; what ended stays ended. */
  unlockAccount: message({ ...toAuth, name: 'unlock-account', input: z.strictObject(account) }),
  /** Sends the mail that verifies the address, or one that resets the password. */
  resendAccountMail: message({
    ...toAuth,
    name: 'resend-account-mail',
    input: z.strictObject({ ...account, mail: z.enum(['verification', 'password-reset']) }),
  }),
  /** Turns off the second factor of a user who has lost it. */
  dropSecondFactor: message({ ...toAuth, name: 'drop-second-factor', input: z.strictObject(account) }),
  /** Gives one role in place of any other; null takes it. LAST_ADMIN when no admin would be left, unless `evenLast`. */
  changeRole: message({
    ...toAuth,
    name: 'change-role',
    input: z.strictObject({
      ...account,
      role: z.enum(OPERATOR_ROLES).nullable(),
      evenLast: z.boolean().default(false),
    }),
  }),
  /** For the command line: the account with this address; USER_NOT_FOUND when there is none. */
  findAccount: message({
    service: 'auth',
    kind: 'query',
    name: 'find-account',
    input: z.strictObject({ email }),
    output: z.object({ userId: z.string() }),
  }),
  /** The role of an account now: null for users, locked and erased accounts. */
  getRole: message({
    service: 'auth',
    kind: 'query',
    name: 'get-role',
    input: z.strictObject(account),
    output: z.object({ role: z.enum(OPERATOR_ROLES).nullable() }),
  }),
  /**
   * Checks that the caller knows the calling user's password, or has the second factor where it is on.
   * CONFIRMATION_REQUIRED says by which of the two; wrong ones count as failed logins do.
   */
  confirmOperator: message({
    service: 'auth',
    kind: 'command',
    name: 'confirm-operator',
    input: z.strictObject({ password: z.string().max(256).optional(), code: z.string().max(40).optional() }),
    output: z.object({}),
  }),
  /** Stops all deployments of a user at once, as the user's own switch does. */
  stopDeployments: message({
    service: 'trading',
    kind: 'command',
    name: 'stop-deployments',
    input: z.strictObject(account),
    output: z.object({ stopped: z.int().nonnegative() }),
  }),
} as const satisfies Record<string, Message>;
