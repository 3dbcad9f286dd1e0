// When the bars of an interval close, and when rebalances on them are due.
import { firstOpenFrom, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

/** Exchanges need a moment to publish a bar that has closed. */
export const AFTER_CLOSE_MS = 20_000;

/** The close of the newest bar that has closed, which is the open of the next one. */
export const newestClose = (timeframe: Timeframe, nowMs: number): number => {
  const next = firstOpenFrom(timeframe, nowMs);
  return next === nowMs ? next : next - TIMEFRAME_MS[timeframe];
};

/** When the next rebalance begins, apart from its jitter. */
export const nextRebalance = (timeframe: Timeframe, nowMs: number): number =>
  firstOpenFrom(timeframe, nowMs - AFTER_CLOSE_MS + 1) + AFTER_CLOSE_MS;

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `in 5 minutes`, `2 hours ago`. */
export const relativeTime = (ms: number, nowMs: number): string => {
  const difference = ms - nowMs;
  const [unit, length] = STEPS.find(([, size]) => Math.abs(difference) >= size) ?? ['second', 1_000];
  return words.format(Math.round(difference / length), unit);
};
