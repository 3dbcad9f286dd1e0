// Requests of other services, operators and the payment provider to the ledger.
import { z } from 'zod';
import { LEDGER_ACCOUNTS } from '../events/credit-account.ts';
import { jobProgress } from '../http/admin-shapes.ts';
import { id, type Message } from '../http/route.ts';
import { microVut, microVutOrZero, signedMicroVut } from '../money-schema.ts';

const operation = { accountId: id, operationId: z.string().min(1).max(200) } as const;

/** `owed`: what has to be paid back before anything is reserved again; absent when that is nothing. */
const balance = z.object({
  available: microVutOrZero,
  reserved: microVutOrZero,
  owed: microVut.optional(),
});

export const CREDITS_MESSAGES = {
  /** A repeated operation is accepted and changes nothing; with another amount it is refused. */
  reserveCredits: {
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
  },
  captureCredits: {
    service: 'credits-ledger',
    kind: 'command',
    name: 'capture-credits',
    input: z.strictObject({ ...operation, amount: microVutOrZero }),
    output: balance,
  },
  releaseCredits: {
    service: 'credits-ledger',
    kind: 'command',
    name: 'release-credits',
    input: z.strictObject({ ...operation, reason: z.enum(['cancelled', 'failed', 'expired']) }),
    output: balance,
  },
  grantCredits: {
    service: 'credits-ledger',
    kind: 'command',
    name: 'grant-credits',
    input: z.strictObject({ ...operation, amount: microVut, reason: z.string().max(200) }),
    output: balance,
  },
  /** Refunds what the operation `refundOf` captured, in full or in part. */
  refundCredits: {
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
  },
  /**
   * Takes a grant back: a purchase whose money is lost or that was found wrong, or credits that were given by mistake. What
   * is not available becomes a debt, which everything that comes in pays first.
   */
  reverseGrant: {
    service: 'credits-ledger',
    kind: 'command',
    name: 'reverse-grant',
    input: z.strictObject({
      ...operation,
      grant: z.string().min(1).max(200),
      reason: z.string().max(200),
    }),
    output: balance,
  },
  /**
   * For audits: the balances of all accounts in the read model, by account id, each with the sequence of the commit that
   * changed it last.
   */
  listAccountBalances: {
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
  },
  /** For audits: reads all events of the books, and streams what is done and what is wrong; stops when its reader leaves. */
  auditBooks: {
    service: 'credits-ledger',
    kind: 'query',
    name: 'audit-books',
    input: z.strictObject({}),
    output: jobProgress,
  },
  /** A notice of the payment provider, byte for byte, with the signature from its header (empty when it had none). */
  receivePaymentNotice: {
    service: 'credits-ledger',
    kind: 'command',
    name: 'receive-payment-notice',
    input: z.strictObject({ body: z.string().max(65_536), signature: z.string().max(1_000) }),
    output: z.object({ received: z.literal(true) }),
  },
} as const satisfies Record<string, Message>;
