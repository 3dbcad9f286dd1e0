// Commands and queries between services that are not HTTP routes.
import { z } from 'zod';
import { AGENT_MESSAGES } from './agent-messages.ts';
import { LEDGER_ACCOUNTS } from './events/credit-account.ts';
import { jobProgress } from './http/admin-shapes.ts';
import { AUTH_ROUTES, email, loginInput, profileInput, registerInput, user } from './http/auth-routes.ts';
import type { Message } from './http/route.ts';
import { id } from './http/route.ts';
import { executeInput, executeResponse } from './http/run-routes.ts';
import { microVut, microVutOrZero, signedMicroVut } from './money-schema.ts';
import { OPERATOR_MESSAGES, OPERATOR_ROLES } from './operator-messages.ts';
import type { ServiceName } from './services.ts';
import { STRATEGY_MESSAGES } from './strategy-messages.ts';
import { TOOL_MESSAGES } from './tool-messages.ts';
import { TRADING_MESSAGES } from './trading-messages.ts';

const message = <Input extends z.ZodType, Output extends z.ZodType>(init: Message<Input, Output>) => init;

const operation = { accountId: id, operationId: z.string().min(1).max(200) } as const;
/** Why a user is an admin: an operator granted the role, or the address is in ADMIN_EMAILS. */
const adminSource = z.enum(['role', 'ADMIN_EMAILS']);
const adminChange = z.object({ user_id: z.string(), changed: z.boolean(), is_admin: z.boolean() });

/** `owed`: what has to be paid back before anything is reserved again; absent when that is nothing. */
const balance = z.object({
  available: microVutOrZero,
  reserved: microVutOrZero,
  owed: microVut.optional(),
});

export const MESSAGES = {
  /** The message of the route `login`; the gateway turns `session_token` (a JWT) into the cookie and passes on `user`. */
  startSession: message({
    service: 'auth',
    kind: 'command',
    name: 'start-session',
    input: loginInput,
    output: z.object({ user, session_token: z.string(), session_expires_at: z.iso.datetime() }),
  }),
  /**
   * The message of the route `register`; it starts a session only where email need not be verified. Elsewhere the gateway
   * keeps `mark` as a cookie, the same whether or not the address is registered already.
   */
  registerUser: message({
    service: 'auth',
    kind: 'command',
    name: 'register-user',
    input: registerInput,
    output: AUTH_ROUTES.register.output.extend({
      session_token: z.string().nullable(),
      session_expires_at: z.iso.datetime().nullable(),
      registration: z.object({ mark: z.string(), expires_at: z.iso.datetime() }).nullable(),
    }),
  }),
  /** The message of the route `verifyEmail`, with the mark of the browser's registration; it starts a session where that or the password fits. */
  verifyAddress: message({
    service: 'auth',
    kind: 'command',
    name: 'verify-address',
    input: AUTH_ROUTES.verifyEmail.input.extend({ registration_mark: z.string().optional() }),
    output: AUTH_ROUTES.verifyEmail.output.extend({
      session_token: z.string().nullable(),
      session_expires_at: z.iso.datetime().nullable(),
    }),
  }),
  /** The message of the route `updateProfile`; with a new password a new session replaces all others. */
  changeProfile: message({
    service: 'auth',
    kind: 'command',
    name: 'change-profile',
    input: profileInput,
    output: AUTH_ROUTES.updateProfile.output.extend({
      session_token: z.string().nullable(),
      session_expires_at: z.iso.datetime().nullable(),
    }),
  }),
  /**
   * The user of a session, null when it ended or expired; and the user's role as an operator. `isAdmin` is for gateways from
   * before there were two roles.
   */
  getSession: message({
    service: 'auth',
    kind: 'query',
    name: 'get-session',
    input: z.strictObject({ sessionId: id }),
    output: z.object({
      user: user.nullable(),
      isAdmin: z.boolean().optional(),
      role: z.enum(OPERATOR_ROLES).nullable().optional(),
    }),
  }),
  /**
   * An operator makes the user with this address an admin; repeating it changes nothing. ADDRESS_NOT_PROVEN when no
   * mailed token has shown that account and address have one owner, unless `evenUnproven`.
   */
  grantAdmin: message({
    service: 'auth',
    kind: 'command',
    name: 'grant-admin',
    input: z.strictObject({ email, evenUnproven: z.boolean().default(false) }),
    output: adminChange,
  }),
  /** An operator revokes the role; an address in ADMIN_EMAILS stays an admin. */
  revokeAdmin: message({
    service: 'auth',
    kind: 'command',
    name: 'revoke-admin',
    input: z.strictObject({ email }),
    output: adminChange,
  }),
  /** An operator turns off the second factor of a user who has lost the app and the recovery codes. */
  resetSecondFactor: message({
    service: 'auth',
    kind: 'command',
    name: 'reset-second-factor',
    input: z.strictObject({ email }),
    output: z.object({ changed: z.boolean() }),
  }),
  /** For operators: every admin, and the reason. Reads the whole history of users. */
  listAdmins: message({
    service: 'auth',
    kind: 'query',
    name: 'list-admins',
    input: z.strictObject({}),
    output: z.object({
      admins: z.array(
        z.object({ user_id: z.string(), email: z.string(), username: z.string(), by: z.array(adminSource) }),
      ),
    }),
  }),
  /** Wraps all data keys with the newest master key; afterwards the previous ones can go. */
  rewrapKeys: message({
    service: 'auth',
    kind: 'command',
    name: 'rewrap-keys',
    input: z.strictObject({}),
    output: z.object({ rewrapped: z.int() }),
  }),
  /** Mails a notice to the calling user's address, if it is proven; the same id is the same mail. */
  mailNotice: message({
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
  }),
  endSession: message({
    service: 'auth',
    kind: 'command',
    name: 'end-session',
    input: z.strictObject({ sessionId: id }),
    output: z.object({}),
  }),
  /** A repeated operation is accepted and changes nothing; with another amount it is refused. */
  reserveCredits: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'reserve-credits',
    input: z.strictObject({
      ...operation,
      amount: microVutOrZero,
      purpose: z.string().max(100),
      expiresAt: z.iso.datetime(),
    }),
    output: balance,
  }),
  captureCredits: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'capture-credits',
    input: z.strictObject({ ...operation, amount: microVutOrZero }),
    output: balance,
  }),
  releaseCredits: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'release-credits',
    input: z.strictObject({ ...operation, reason: z.enum(['cancelled', 'failed', 'expired']) }),
    output: balance,
  }),
  grantCredits: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'grant-credits',
    input: z.strictObject({ ...operation, amount: microVut, reason: z.string().max(200) }),
    output: balance,
  }),
  /** Refunds what the operation `refundOf` captured, in full or in part. */
  refundCredits: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'refund-credits',
    input: z.strictObject({
      ...operation,
      refundOf: z.string().min(1).max(200),
      amount: microVut,
      reason: z.string().max(200),
    }),
    output: balance,
  }),
  /**
   * Takes a grant back: a purchase whose money is lost or that was found wrong, or credits that were given by mistake. What
   * is not available becomes a debt, which everything that comes in pays first.
   */
  reverseGrant: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'reverse-grant',
    input: z.strictObject({
      ...operation,
      grant: z.string().min(1).max(200),
      reason: z.string().max(200),
    }),
    output: balance,
  }),
  /**
   * For audits: the balances of all accounts in the read model, by account id, each with the sequence of the commit that
   * changed it last.
   */
  listAccountBalances: message({
    service: 'credits-ledger',
    kind: 'query',
    name: 'list-account-balances',
    input: z.strictObject({ after: z.string().max(200), limit: z.int().min(1).max(1_000) }),
    output: z.object({
      accounts: z.array(
        z.object({
          accountId: z.string(),
          sequence: z.int(),
          balances: z.record(z.enum(LEDGER_ACCOUNTS), signedMicroVut),
        }),
      ),
    }),
  }),
  /** For audits: reads all events of the books, and streams what is done and what is wrong; stops when its reader leaves. */
  auditBooks: message({
    service: 'credits-ledger',
    kind: 'query',
    name: 'audit-books',
    input: z.strictObject({}),
    output: jobProgress,
  }),
  /** A notice of the payment provider, byte for byte, with the signature from its header (empty when it had none). */
  receivePaymentNotice: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'receive-payment-notice',
    input: z.strictObject({ body: z.string().max(65_536), signature: z.string().max(1_000) }),
    output: z.object({ received: z.literal(true) }),
  }),
  /** The message of the route `executeBacktest`: starts a run and answers at once; the same id means the same run. */
  startRun: message({
    service: 'backtest',
    kind: 'command',
    name: 'start-run',
    input: executeInput,
    output: z.object({ run_id: id }),
  }),
  /** Waits until a run has ended, `waitMs` at most; `result` is null when it still runs. */
  awaitRun: message({
    service: 'backtest',
    kind: 'query',
    name: 'await-run',
    input: z.strictObject({ run_id: id, waitMs: z.int().min(0).max(20_000) }),
    output: z.object({ result: executeResponse.nullable() }),
  }),
  ...STRATEGY_MESSAGES,
  ...AGENT_MESSAGES,
  ...TOOL_MESSAGES,
  ...TRADING_MESSAGES,
  ...OPERATOR_MESSAGES,
} as const satisfies Record<string, Message>;

/** Everything that a service stores about the calling user, for the export of an account. */
export const exportOf = <Service extends ServiceName>(service: Service) =>
  message({
    service,
    kind: 'query',
    name: 'export-user-data',
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()),
  });

/** On core NATS: a user's roles have changed, so cached sessions of the user are stale. */
export const rolesChangedSubject = (userId: string): string => `updates.roles.${userId}`;
