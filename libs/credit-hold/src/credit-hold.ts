// Holds a user's credits for work under way: reserve before it, then capture what it used or release everything.
import {
  isRefusal,
  type LedgerBalance,
  MESSAGES,
  type Message,
  type MicroVut,
  type Refusal,
} from '@tradeium/contracts';
import type { RequestClient } from '@tradeium/service-kit';
import pRetry from 'p-retry';
import type { z } from 'zod';

/** The ledger did not answer. Whether it acted is unknown; calling the same step again is safe. */
export class CreditsUnavailable extends Error {}

export type HoldReference = {
  /** The work's id, with its kind first (`backtest:<run id>`). The same id is the same hold, in any process. */
  readonly holdId: string;
  readonly userId: string;
  readonly correlationId: string;
};

/**
 * One hold. Each step resolves to the account's balance after it, or to the ledger's refusal, which is final for this
 * hold; it rejects with CreditsUnavailable. Repeating a step with the same arguments changes nothing.
 */
export type CreditHold = {
  /** `expiresAt` (ISO 8601, at most 7 days ahead) must outlast the work: the ledger then releases the hold. */
  reserve(details: {
    amount: MicroVut;
    purpose: string;
    expiresAt: string;
  }): Promise<LedgerBalance | Refusal>;
  /** Charges `amount`; the rest of the reservation becomes available again. */
  capture(amount: MicroVut): Promise<LedgerBalance | Refusal>;
  /** Also blocks a reservation that is still on its way. */
  release(reason: 'cancelled' | 'failed'): Promise<LedgerBalance | Refusal>;
};

export type CreditHolds = {
  /** Opens a hold by its reference; nothing is sent. */
  hold(reference: HoldReference): CreditHold;
};

type Options = {
  /** How long one attempt waits for the ledger. */
  readonly timeoutMs?: number;
  readonly attempts?: number;
};

/** Three attempts take less than the 12 s of an activity, of a run or of a rebalance. */
const TIMEOUT_MS = 3_000;
const ATTEMPTS = 3;
const PAUSE_MS = 200;

/** The ledger decided nothing, so the same command may pass later. */
const UNDECIDED: readonly Refusal['refused'][] = ['SERVICE_UNAVAILABLE', 'INTERNAL', 'CONCURRENT_CHANGE'];

/** Opens holds on the ledger that `client` reaches. */
export const openCreditHolds = (
  client: RequestClient,
  { timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS }: Options = {},
): CreditHolds => ({
  hold: ({ holdId, userId, correlationId }) => {
    const operation = { accountId: userId, operationId: holdId };
    const send = <Input extends z.ZodType>(
      step: string,
      message: Message<Input, z.ZodType<LedgerBalance>>,
      input: z.input<Input>,
    ): Promise<LedgerBalance | Refusal> => {
      const context = { userId, commandId: `${holdId}:${step}`, correlationId };
      const attempt = async (): Promise<LedgerBalance | Refusal> => {
        const result = await client.request(message, input, context, { timeoutMs });
        if (!isRefusal(result)) return result.output;
        if (!UNDECIDED.includes(result.refused)) return result;
        throw new CreditsUnavailable(`the ledger could not ${step} ${holdId}: ${result.refused}`);
      };
      return pRetry(attempt, { retries: attempts - 1, minTimeout: PAUSE_MS });
    };
    return {
      reserve: (details) => send('reserve', MESSAGES.reserveCredits, { ...operation, ...details }),
      capture: (amount) => send('capture', MESSAGES.captureCredits, { ...operation, amount }),
      release: (reason) => send('release', MESSAGES.releaseCredits, { ...operation, reason }),
    };
  },
});
