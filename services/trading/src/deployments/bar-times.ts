// When the bars of an interval close, and when rebalances on them are due.
import { createHash } from 'node:crypto';
import { firstOpenFrom, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

/** Exchanges need a moment to publish a bar that has closed. */
export const AFTER_CLOSE_MS = 20_000;

const JITTER_MS = 30_000;

/** Thousands of deployments on the same bars don't start in the same second; each keeps its own. */
export const jitterOf = (deploymentId: string): number =>
  createHash('sha256').update(deploymentId).digest().readUInt32BE(0) % JITTER_MS;

/** The close of the newest bar that has closed, which is the open of the next one. */
export const newestClose = (timeframe: Timeframe, nowMs: number): number => {
  const next = firstOpenFrom(timeframe, nowMs);
  return next === nowMs ? next : next - TIMEFRAME_MS[timeframe];
};

/** When the next rebalance of a deployment begins. */
export const nextRebalance = (deploymentId: string, timeframe: Timeframe, nowMs: number): number => {
  const afterCloseMs = AFTER_CLOSE_MS + jitterOf(deploymentId);
  return firstOpenFrom(timeframe, nowMs - afterCloseMs + 1) + afterCloseMs;
};

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
