// Where the bars of a data interval open: on UTC boundaries, weeks on Monday (ISO 8601).
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

/** 1970-01-01 was a Thursday; the first Monday is four days later. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

const originMs = (timeframe: Timeframe): number => (timeframe === 'weekly' ? FIRST_MONDAY_MS : 0);

/** Opening time (ms, UTC) of the first bar that opens at `ms` or later. */
export const firstOpenFrom = (timeframe: Timeframe, ms: number): number => {
  const length = TIMEFRAME_MS[timeframe];
  const origin = originMs(timeframe);
  return origin + Math.ceil((ms - origin) / length) * length;
};

/** Whether a bar of the interval opens at `ms`. */
export const isOpen = (timeframe: Timeframe, ms: number): boolean =>
  Number.isInteger(ms) && firstOpenFrom(timeframe, ms) === ms;

/** Opening time (ms, UTC) of the newest bar that has closed at `nowMs`. */
export const lastClosedOpen = (timeframe: Timeframe, nowMs: number): number => {
  const length = TIMEFRAME_MS[timeframe];
  const origin = originMs(timeframe);
  return origin + (Math.floor((nowMs - origin) / length) - 1) * length;
};

/** How many bars open from `fromMs` (included) to `untilMs` (excluded). */
export const countBars = (timeframe: Timeframe, fromMs: number, untilMs: number): number => {
  const first = firstOpenFrom(timeframe, fromMs);
  return Math.max(0, Math.ceil((untilMs - first) / TIMEFRAME_MS[timeframe]));
};
