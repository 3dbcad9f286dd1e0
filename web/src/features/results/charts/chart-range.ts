// The part of a run's time that its charts show.

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

/** The same time of day this many months before; in a shorter month its last day. */
const monthsBefore = (ms: number, months: number): number => {
  const at = new Date(ms);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(at.getUTCDate(), lastOfMonth)) + (ms % 86_400_000);
};

/** The last months or the last calendar year of a run, within it. */
export const namedRange = (name: RangeName, whole: TimeRange): TimeRange => {
  if (name === 'All') return whole;
  const from =
    name === 'YTD'
      ? Date.UTC(new Date(whole.to).getUTCFullYear(), 0, 1)
      : monthsBefore(whole.to, MONTHS[name]);
  return { from: Math.max(from, whole.from), to: whole.to };
};

/** Whether a button shows something that 'All' does not. */
export const isShorter = (name: RangeName, whole: TimeRange): boolean =>
  name === 'All' || namedRange(name, whole).from > whole.from;

const BARS_MIN = 5;

/** A range that was drawn with the mouse: in order, within the run, and never empty. */
export const drawnRange = (a: number, b: number, whole: TimeRange, barMs: number): TimeRange => {
  const from = Math.max(whole.from, Math.min(a, b));
  const to = Math.min(whole.to, Math.max(a, b));
  const missing = BARS_MIN * barMs - (to - from);
  if (!(missing > 0)) return { from, to };
  return { from: Math.max(whole.from, from - missing / 2), to: Math.min(whole.to, to + missing / 2) };
};
