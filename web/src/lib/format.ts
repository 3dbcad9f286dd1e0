// How numbers, dates and sizes are written on the screen.

const ABSENT = '—';

const grouped = (digitsMax: number, digitsMin = 0) =>
  new Intl.NumberFormat('en-US', {
    maximumFractionDigits: digitsMax,
    minimumFractionDigits: digitsMin,
    // What rounds to nothing has no sign.
    signDisplay: 'negative',
  });

const WHOLE = grouped(0);
const TWO_DIGITS = grouped(2, 2);
const FOUR_DIGITS = grouped(4);
const SIX_DIGITS = grouped(6);

const finite = (value: unknown, write: (value: number) => string): string =>
  typeof value === 'number' && Number.isFinite(value) ? write(value) : ABSENT;

export const wholeNumber = (value: unknown): string => finite(value, WHOLE.format);

/** A number with its noun: `1 warning`, `2 warnings`. */
export const counted = (count: number, one: string, many: string): string =>
  `${WHOLE.format(count)} ${count === 1 ? one : many}`;

/** Ratios and other plain statistics. */
export const ratio = (value: unknown): string => finite(value, TWO_DIGITS.format);

/** Numbers of data tables: at most four decimals. */
export const dataNumber = (value: unknown): string => finite(value, FOUR_DIGITS.format);

/** A balance of credits, at most six decimals. */
export const credits = (value: unknown): string => finite(value, SIX_DIGITS.format);

/** An amount of USDT where its label names the currency. */
export const amount = (value: unknown): string => finite(value, TWO_DIGITS.format);

export const money = (value: unknown): string => finite(value, (usdt) => `${TWO_DIGITS.format(usdt)} USDT`);

/** A fraction as percent: 0.1234 is 12.34%. */
export const percent = (fraction: unknown): string =>
  finite(fraction, (value) => `${TWO_DIGITS.format(value * 100)}%`);

/** A fraction as percent with its sign, so that gain and loss are not told by colour alone. */
export const signedPercent = (fraction: unknown): string =>
  finite(fraction, (value) => `${value > 0 ? '+' : ''}${TWO_DIGITS.format(value * 100)}%`);

/** Bytes as KB, as file lists show them. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A UTC day: 8 Oct 2025. */
export const shortDate = (date: string): string => {
  const instant = Date.parse(date);
  return Number.isNaN(instant) ? ABSENT : DATE.format(instant);
};

/** The last UTC day of a span whose end is an instant that no longer belongs to it, such as a bar's close. */
export const lastDay = (end: string): string => {
  const instant = Date.parse(end);
  return Number.isNaN(instant) ? ABSENT : DATE.format(instant - 1);
};

const UTC_DATE_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** An instant (ms) where a name tells it too, as names are made in UTC: 8 Oct 2025, 18:40 UTC. */
export const utcDateTime = (ms: number): string =>
  Number.isNaN(ms) ? ABSENT : `${UTC_DATE_TIME.format(ms)} UTC`;

/** An instant in the reader's own time. */
export const dateTime = (date: string | number): string => {
  const instant = typeof date === 'number' ? date : Date.parse(date);
  return Number.isNaN(instant) ? ABSENT : DATE_TIME.format(instant);
};
