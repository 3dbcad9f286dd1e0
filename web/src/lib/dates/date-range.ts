// Arithmetic of the backtest's date range. Days are whole numbers since 1970-01-01 UTC, both ends included.

const DAY_MS = 86_400_000;

export type DayRange = { readonly start: number; readonly end: number };
export type Handle = 'start' | 'end';

export const QUICK_RANGES = ['YTD', '1Y', '4Y', 'ALL'] as const;
export type QuickRange = (typeof QUICK_RANGES)[number];

/** `2025-10-08` as a day; NaN when it is not a date. */
export const dayOf = (date: string): number =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) / DAY_MS : Number.NaN;

/** A day as `2025-10-08`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day of an instant in milliseconds. */
export const dayOfInstant = (instantMs: number): number => Math.floor(instantMs / DAY_MS);

export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();
const firstOfMonth = (year: number, month: number): number => Date.UTC(year, month, 1) / DAY_MS;

/** How many days a range has: both ends are part of it. */
export const daysIn = ({ start, end }: DayRange): number => end - start + 1;

/** So many days that end today, or at the bounds' end where that is earlier. */
export const lastDays = (days: number, today: number, bounds: DayRange): DayRange => {
  const end = clamp(today, bounds.start, bounds.end);
  return { start: clamp(end - days + 1, bounds.start, end), end };
};

/** A quick range, clamped to the bounds; a today beyond them counts as their end. */
export const quickRange = (name: QuickRange, today: number, bounds: DayRange): DayRange => {
  const end = clamp(today, bounds.start, bounds.end);
  const from = (day: number): DayRange => ({ start: clamp(day, bounds.start, end), end });
  switch (name) {
    case 'YTD':
      return from(firstOfMonth(yearOf(end), 0));
    case '1Y':
      return lastDays(365, today, bounds);
    case '4Y':
      return from(firstOfMonth(yearOf(end) - 4, 0));
    case 'ALL':
      return bounds;
  }
};

/**
 * Moves one end; it stays within the bounds, at least a day away from the other end, and the range has no more than
 * `daysMax` days.
 */
export const moveHandle = (
  range: DayRange,
  handle: Handle,
  day: number,
  bounds: DayRange,
  daysMax = Number.POSITIVE_INFINITY,
): DayRange =>
  handle === 'start'
    ? { ...range, start: clamp(day, Math.max(bounds.start, range.end - daysMax + 1), range.end - 1) }
    : { ...range, end: clamp(day, range.start + 1, Math.min(bounds.end, range.start + daysMax - 1)) };

/** The end that a click on the track moves. */
export const nearestHandle = (range: DayRange, day: number): Handle =>
  Math.abs(day - range.start) <= Math.abs(day - range.end) ? 'start' : 'end';

/** As much of a range as lies within the limits; where nothing does, the day or two at their nearer end. */
export const limitedTo = (range: DayRange, limits: DayRange): DayRange => {
  const start = clamp(range.start, limits.start, Math.max(limits.start, limits.end - 1));
  return { start, end: clamp(range.end, Math.min(start + 1, limits.end), limits.end) };
};

/** Where a day lies between the bounds, 0..1. */
export const positionOf = (day: number, bounds: DayRange): number =>
  (day - bounds.start) / (bounds.end - bounds.start);

/** The day at a position; positions beyond 0..1 are clamped. */
export const dayAt = (position: number, bounds: DayRange): number =>
  Math.round(bounds.start + clamp(position, 0, 1) * (bounds.end - bounds.start));

export type Mark = { readonly day: number; readonly label: string; readonly kind: 'year' | 'quarter' };

const QUARTERS = [
  [0, 'Jan'],
  [3, 'Apr'],
  [6, 'Jul'],
  [9, 'Oct'],
] as const;
const LABELLED_SPAN_YEARS_MAX = 6;

/** Marks at each year and quarter within the bounds; quarters have labels when the span is six years or less. */
export const marksOf = (bounds: DayRange): Mark[] => {
  const years = Array.from(
    { length: yearOf(bounds.end) - yearOf(bounds.start) + 1 },
    (_, offset) => yearOf(bounds.start) + offset,
  );
  const labelled = bounds.end - bounds.start <= LABELLED_SPAN_YEARS_MAX * 366;
  return years
    .flatMap((year) => [
      { day: firstOfMonth(year, 0), label: String(year), kind: 'year' as const },
      ...QUARTERS.map(([month, name]) => ({
        day: firstOfMonth(year, month),
        label: labelled ? name : '',
        kind: 'quarter' as const,
      })),
    ])
    .filter(({ day }) => day >= bounds.start && day <= bounds.end);
};
