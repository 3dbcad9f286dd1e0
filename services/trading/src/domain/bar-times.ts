// When the bars of an interval close, and when rebalances on them are due.
import { firstOpenFrom, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

/** A bar counts as closed two seconds after its close by the exchange's clock; one more for clocks that differ. */
export const AFTER_CLOSE_MS = 3_000;

/** The close of the newest bar that has closed, which is the open of the next one. */
export const newestClose = (timeframe: Timeframe, nowMs: number): number => {
  const next = firstOpenFrom(timeframe, nowMs);
  return next === nowMs ? next : next - TIMEFRAME_MS[timeframe];
};

/** From when on the next rebalance of a deployment begins. */
export const nextRebalance = (timeframe: Timeframe, nowMs: number): number =>
  firstOpenFrom(timeframe, nowMs - AFTER_CLOSE_MS + 1) + AFTER_CLOSE_MS;
