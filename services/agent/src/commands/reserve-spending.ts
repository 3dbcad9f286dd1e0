// Reserves the maximum cost of a reply or a tool, within the user's limits and credits, and releases it.
import { isRefusal, type MicroVut, type Refusal, ZERO_MICRO_VUT } from '@tradeium/contracts';
import type { CreditHolds } from '@tradeium/credit-hold';
import type { Log } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import type { Price } from '../domain/limits.ts';
import { allowedOf, type Spending } from '../domain/spending.ts';
import { endSpending } from './end-spending.ts';

type Reserving = {
  readonly spendings: Stores['spendings'];
  readonly holds: CreditHolds;
  readonly log: Log;
  readonly now: () => Date;
};

/** An expense: a reply, or a call of a tool. */
export type Spent = {
  /** The reply's or the call's id. */
  readonly spendingId: string;
  readonly holdId: string;
  readonly userId: string;
  readonly purpose: string;
  readonly correlationId: string;
  /** The reservation ends on its own after this time. */
  readonly lastsMs: number;
};

/** Releases everything reserved, including a reservation that may still be on its way. */
export const giveBack = async (
  { spendings, holds, log }: Reserving,
  { spendingId, holdId, userId, correlationId }: Spent,
): Promise<void> => {
  const given = await Promise.allSettled([
    holds.hold({ holdId, userId, correlationId }).release('failed'),
    endSpending({ spendings }, { userId, spendingId, cost: ZERO_MICRO_VUT }, { correlationId }),
  ]);
  for (const outcome of given)
    if (outcome.status === 'rejected')
      log.warn({ err: outcome.reason, spendingId }, 'what was reserved is left to its expiry');
};

/** Asks at once if the limits allow it and if the credits pay for it. */
const askBoth = async (
  { spendings, holds, now }: Reserving,
  { spendingId, holdId, userId, purpose, correlationId, lastsMs }: Spent,
  price: Price,
): Promise<MicroVut | Refusal> => {
  const expiresAt = new Date(now().getTime() + lastsMs).toISOString();
  const [begun, held] = await Promise.all([
    spendings.change(
      userId,
      { type: 'BeginSpending', userId, spendingId, ...price, expiresAt },
      { commandId: `begin:${spendingId}`, correlationId },
    ),
    holds.hold({ holdId, userId, correlationId }).reserve({ amount: price.atMost, purpose, expiresAt }),
  ]);
  if (isRefusal(begun)) return begun;
  if (isRefusal(held)) return held;
  const [event] = begun.events;
  if (event?.type !== 'SpendingBegun') throw new Error(`${spendingId} has begun without an event`);
  return event.data.atMost;
};

/**
 * The reservation, or why nothing was. The limits are decided on by the aggregate, which counts what is under way: no
 * number of requests at once gets past them. `known`: the user's spending as it was read last, by which too large a price
 * is cut before credits are requested for it.
 */
export const reserveSpending = async (
  reserving: Reserving,
  spent: Spent,
  { atMost, needed }: Price,
  known: Spending,
): Promise<MicroVut | Refusal> => {
  const expected = allowedOf(known, { atMost, needed }, reserving.now().toISOString());
  if (isRefusal(expected)) return expected;
  try {
    const reserved = await askBoth(reserving, spent, { atMost: expected, needed });
    if (isRefusal(reserved)) await giveBack(reserving, spent);
    return reserved;
  } catch (error) {
    await giveBack(reserving, spent);
    throw error;
  }
};
