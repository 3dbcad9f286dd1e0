// Commands and queries between services that are no routes of the HTTP API.
import { z } from 'zod';
import { LEDGER_ACCOUNTS } from './events/credit-account.ts';
import { AUTH_ROUTES, email, loginInput, profileInput, registerInput, user } from './http/auth-routes.ts';
import type { Message } from './http/route.ts';
import { id } from './http/route.ts';
import { executeInput, executeResponse } from './http/run-routes.ts';
import { microVut, microVutOrZero, signedMicroVut } from './money-schema.ts';
import type { ServiceName } from './services.ts';
import { STRATEGY_MESSAGES } from './strategy-messages.ts';

const message = <Input extends z.ZodType, Output extends z.ZodType>(init: Message<Input, Output>) => init;

const operation = { accountId: id, operationId: z.string().min(1).max(200) } as const;
/** What makes a user an admin: the role that an operator granted, or his address in ADMIN_EMAILS. */
const adminSource = z.enum(['role', 'ADMIN_EMAILS']);
const adminChange = z.object({ user_id: z.string(), changed: z.boolean(), is_admin: z.boolean() });

const balance = z.object({ available: microVutOrZero, reserved: microVutOrZero });

export const MESSAGES = {
  /** What the route `login` becomes; the gateway makes the cookie of `session_token` (a JWT) and passes on `user`. */
  startSession: message({
    service: 'auth',
    kind: 'command',
    name: 'start-session',
    input: loginInput,
    output: z.object({ user, session_token: z.string(), session_expires_at: z.iso.datetime() }),
  }),
  /** What the route `register` becomes; there is a session only where e-mail need not be verified. */
  registerUser: message({
    service: 'auth',
    kind: 'command',
    name: 'register-user',
    input: registerInput,
    output: AUTH_ROUTES.register.output.extend({
      session_token: z.string().nullable(),
      session_expires_at: z.iso.datetime().nullable(),
    }),
  }),
  /** What the route `updateProfile` becomes; with a new password there is a new session in place of all others. */
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
  /** The user behind a session, and whether he is an admin; null when the session ended or expired. */
  getSession: message({
    service: 'auth',
    kind: 'query',
    name: 'get-session',
    input: z.strictObject({ sessionId: id }),
    output: z.object({ user: user.nullable(), isAdmin: z.boolean().default(false) }),
  }),
  /** An operator makes the user with this address an admin; "already so" changes nothing. */
  grantAdmin: message({
    service: 'auth',
    kind: 'command',
    name: 'grant-admin',
    input: z.strictObject({ email }),
    output: adminChange,
  }),
  /** An operator takes the role away; an address in ADMIN_EMAILS stays an admin. */
  revokeAdmin: message({
    service: 'auth',
    kind: 'command',
    name: 'revoke-admin',
    input: z.strictObject({ email }),
    output: adminChange,
  }),
  /** For operators: every admin, and why he is one. Reads the whole history of users. */
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
  /** Wraps all data keys with the newest master key; afterwards the previous ones are not needed any more. */
  rewrapKeys: message({
    service: 'auth',
    kind: 'command',
    name: 'rewrap-keys',
    input: z.strictObject({}),
    output: z.object({ rewrapped: z.int() }),
  }),
  endSession: message({
    service: 'auth',
    kind: 'command',
    name: 'end-session',
    input: z.strictObject({ sessionId: id }),
    output: z.object({}),
  }),
  /** The same operation again is accepted and changes nothing; with another amount it is refused. */
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
  /** Gives back what was captured under the operation `refundOf`, wholly or in part. */
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
   * For audits: the balances of all accounts as they are read, by account id, each with the sequence of the commit that
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
  /** A notice of the payment provider, as its bytes came, with the signature of its header (empty when it had none). */
  receivePaymentNotice: message({
    service: 'credits-ledger',
    kind: 'command',
    name: 'receive-payment-notice',
    input: z.strictObject({ body: z.string().max(65_536), signature: z.string().max(1_000) }),
    output: z.object({ received: z.literal(true) }),
  }),
  /** What the route `executeBacktest` becomes: starts a run and answers at once; the same run again is that run. */
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
} as const satisfies Record<string, Message>;

/** Everything that a service keeps of the user who asks, for the export of an account. */
export const exportOf = <Service extends ServiceName>(service: Service) =>
  message({
    service,
    kind: 'query',
    name: 'export-user-data',
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()),
  });

const readModelStatus = z.object({
  name: z.string(),
  /** What it is doing, and why it is not up to date when it is not. */
  state: z.string(),
  reason: z.string().nullable(),
  /** At most so many commits of its streams are not in it yet. */
  behind: z.int(),
  /** Events that it could not take; null while that is not known. */
  parked: z.int().nullable(),
});

const reactionStatus = z.object({
  name: z.string(),
  state: z.string(),
  /** At most so many commits are not finished yet. */
  behind: z.int(),
  /** Events that were set aside and wait to be tried again, and since when the oldest does. */
  parked: z.int(),
  oldestParkedAt: z.iso.datetime().nullable(),
  /** Events that were too old to be acted on. */
  expired: z.int(),
});

/** What operators ask of every service that has read models or reactions. */
export const operationsOf = <Service extends ServiceName>(service: Service) =>
  ({
    getStatus: message({
      service,
      kind: 'query',
      name: 'get-status',
      input: z.strictObject({}),
      output: z.object({ readModels: z.array(readModelStatus), reactions: z.array(reactionStatus) }),
    }),
    /** Makes a read model anew from the first event, beside the live one, and answers when it is in its place. */
    rebuildReadModel: message({
      service,
      kind: 'command',
      name: 'rebuild-read-model',
      input: z.strictObject({ name: z.string().max(50) }),
      output: z.object({ rebuilt: z.literal(true) }),
    }),
    /** Tries again what reactions could not do. */
    retryParked: message({
      service,
      kind: 'command',
      name: 'retry-parked',
      input: z.strictObject({}),
      output: z.object({ handled: z.int(), remaining: z.int() }),
    }),
  }) as const;

/** On core NATS: a user's roles have changed, and whoever remembers his sessions asks for them again. */
export const rolesChangedSubject = (userId: string): string => `updates.roles.${userId}`;
