// Holds and charges what a rebalance costs; a sell goes on without.
import { fromVut, isRefusal, type Refusal, refuse, type TradingMode } from '@tradeium/contracts';
import type { CreditHolds } from '@tradeium/credit-hold';
import { vutPriceOf } from '../domain/rebalance-price.ts';
import type { RebalanceJob } from '../workflows/rebalance-contract.ts';

type Parts = { readonly holds: CreditHolds };

const HOLD_HOURS = 24;
const HOUR_MS = 3_600_000;

const holdOf = ({ holds }: Parts, { rebalanceId, userId }: RebalanceJob) =>
  holds.hold({ holdId: `rebalance:${rebalanceId}`, userId, correlationId: rebalanceId });

/** Neither a lack of credits nor an outage of the ledger holds up a sell. */
export const reserveFor = async (
  parts: Parts,
  job: RebalanceJob,
  { mode, startedAt }: { readonly mode: TradingMode; readonly startedAt: string },
): Promise<Refusal | null> => {
  const price = fromVut(vutPriceOf({ mode }));
  if (price === 0) return null;
  // From the event, not by the clock: a repeated reservation with other content is refused.
  const expiresAt = new Date(Date.parse(startedAt) + HOLD_HOURS * HOUR_MS).toISOString();
  const reserving = holdOf(parts, job).reserve({ amount: price, purpose: 'rebalance', expiresAt });
  if (job.kind === 'sell')
    return reserving.then(
      () => null,
      () => null,
    );
  const held = await reserving;
  if (!isRefusal(held)) return null;
  // It began a day ago, while this server was down: for its user it failed like any other.
  return held.refused === 'RESERVATION_EXPIRED' ? refuse('REBALANCE_FAILED') : held;
};

/** Captures what was reserved if the rebalance is charged, else releases it. Answers with what it cost. */
export const chargeFor = async (
  parts: Parts,
  job: RebalanceJob,
  { mode, isCharged }: { readonly mode: TradingMode; readonly isCharged: boolean },
): Promise<number> => {
  const price = fromVut(vutPriceOf({ mode }));
  if (price === 0) return 0;
  const hold = holdOf(parts, job);
  if (!isCharged) {
    await hold.release('failed');
    return 0;
  }
  return isRefusal(await hold.capture(price)) ? 0 : price;
};
