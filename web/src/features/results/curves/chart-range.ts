// The part of a run's time that its charts show.
import { closeOf, midnightOf } from './bar-times.ts';

/** In ms UTC, both included. */
export type TimeRange = { readonly from: number; readonly to: number };

export const RANGES = ['1M', '3M', '6M', 'YTD', '1Y', 'All'] as const;
export type RangeName = (typeof RANGES)[number];

const MONTHS: Readonly<Record<Exclude<RangeName, 'YTD' | 'All'>, number>> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
};

const DAY_MS = 86_400_000;

/** The same day of an earlier month, or that month's last day. */
const monthsBefore = (day: number, months: number): number => {
  const at = new Date(day);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(at.getUTCDate(), lastOfMonth));
};

/**
 * The last months or the last calendar year of a run, within it. A month that ends on the 15th begins after the 15th of
 * the month before, so that it has no day twice; the trailing returns of the statistics begin there, too.
 */
export const namedRange = (name: RangeName, whole: TimeRange, barMs: number): TimeRange => {
  if (name === 'All') return whole;
  const lastDay = midnightOf(closeOf(whole.to, barMs) - 1);
  const from =
    name === 'YTD'
      ? Date.UTC(new Date(whole.to).getUTCFullYear(), 0, 1)
      : monthsBefore(lastDay, MONTHS[name]) + DAY_MS;
  return { from: Math.max(from, whole.from), to: whole.to };
};

/** True if a button shows something that 'All' does not. */
export const isShorter = (name: RangeName, whole: TimeRange, barMs: number): boolean =>
  name === 'All' || namedRange(name, whole, barMs).from > whole.from;

const BARS_MIN = 5;

/** A range that was drawn with the mouse: in order, within the run, and never empty. */
export const drawnRange = (a: number, b: number, whole: TimeRange, barMs: number): TimeRange => {
  const from = Math.max(whole.from, Math.min(a, b));
  const to = Math.min(whole.to, Math.max(a, b));
  const missing = BARS_MIN * barMs - (to - from);
  if (!(missing > 0)) return { from, to };
  return { from: Math.max(whole.from, from - missing / 2), to: Math.min(whole.to, to + missing / 2) };
};
