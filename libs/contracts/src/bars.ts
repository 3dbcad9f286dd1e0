// When the bars of an interval open, and how many a range of days has: at UTC boundaries, weeks on Monday (ISO 8601).
import { TIMEFRAME_MS, type Timeframe } from './constants.ts';

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; the first Monday is four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Opening time (ms, UTC) of the first bar that opens at `ms` or later. */
export const firstOpenFrom = (timeframe: Timeframe, ms: number): number => {
  const length = TIMEFRAME_MS[timeframe];
  const origin = timeframe === 'weekly' ? FIRST_MONDAY_MS : 0;
  return origin + Math.ceil((ms - origin) / length) * length;
};

/** How many bars open from `fromMs` (included) to `untilMs` (excluded). */
export const countBars = (timeframe: Timeframe, fromMs: number, untilMs: number): number => {
  const first = firstOpenFrom(timeframe, fromMs);
  return Math.max(0, Math.ceil((untilMs - first) / TIMEFRAME_MS[timeframe]));
};

/** UTC days (YYYY-MM-DD), both included, as milliseconds: the first day's start to the end of the last (exclusive). */
export const rangeOfDays = (days: {
  start_date: string;
  end_date: string;
}): { fromMs: number; untilMs: number } => ({
  fromMs: Date.parse(`${days.start_date}T00:00:00Z`),
  untilMs: Date.parse(`${days.end_date}T00:00:00Z`) + DAY_MS,
});
