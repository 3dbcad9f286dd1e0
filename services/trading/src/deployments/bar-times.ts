// When the bars of an interval close, and when rebalances on them are due.
import { createHash } from 'node:crypto';
import { firstOpenFrom, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

/** A bar counts as closed, and its candle is there, ten seconds after its close; one more for clocks that differ. */
export const AFTER_CLOSE_MS = 11_000;

/** So many more deployments make the time longer within which they begin. */
const STARTS_PER_SECOND = 20;
const JITTER_MAX_MS = 30_000;
const HASHES = 2 ** 32;

/** Thousands of deployments on the same bars don't start in the same second; a few don't wait for one another. */
export const jitterOf = (deploymentId: string, scheduled: number): number => {
  const spreadMs = Math.min(JITTER_MAX_MS, (1_000 * scheduled) / STARTS_PER_SECOND);
  const hash = createHash('sha256').update(deploymentId).digest().readUInt32BE(0);
  return Math.floor((spreadMs * hash) / HASHES);
};

/** The close of the newest bar that has closed, which is the open of the next one. */
export const newestClose = (timeframe: Timeframe, nowMs: number): number => {
  const next = firstOpenFrom(timeframe, nowMs);
  return next === nowMs ? next : next - TIMEFRAME_MS[timeframe];
};

/** From when on the next rebalance of a deployment begins. */
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
