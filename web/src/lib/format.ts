// How numbers, dates and sizes are written on the screen.

const ABSENT = '—';

/** Writes with a formatter that is made at the first use: each takes the browser milliseconds to make. */
const written = <Value>(make: () => { format(value: Value): string }): ((value: Value) => string) => {
  let made: { format(value: Value): string } | undefined;
  return (value) => {
    made ??= make();
    return made.format(value);
  };
};

const grouped = (digitsMax: number, digitsMin = 0) =>
  written(
    () =>
      new Intl.NumberFormat('en-US', {
        maximumFractionDigits: digitsMax,
        minimumFractionDigits: digitsMin,
        // What rounds to nothing has no sign.
        signDisplay: 'negative',
      }),
  );

const dated = (options: Intl.DateTimeFormatOptions) =>
  written<number>(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...options }));

/**
 * Whole numbers and days are on the first screen: they are written without the browser's formatters, the first of which
 * takes it tens of milliseconds to make.
 */
const asWhole = (value: number): string => {
  const digits = String(BigInt(Math.round(Math.abs(value)))).replace(/\B(?=(\d{3})+$)/g, ',');
  return value < 0 && digits !== '0' ? `-${digits}` : digits;
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const asDay = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

const withTwoDigits = grouped(2, 2);
const withFourDigits = grouped(4);
const withFiveDigits = written<number>(
  () => new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5, signDisplay: 'negative' }),
);
const withSixDigits = grouped(6);

const finite = (value: unknown, write: (value: number) => string): string =>
  typeof value === 'number' && Number.isFinite(value) ? write(value) : ABSENT;

export const wholeNumber = (value: unknown): string => finite(value, asWhole);

/** A number with its noun: `1 warning`, `2 warnings`. */
export const counted = (count: number, one: string, many: string): string =>
  `${asWhole(count)} ${count === 1 ? one : many}`;

/** Ratios and other plain statistics. */
export const ratio = (value: unknown): string => finite(value, withTwoDigits);

/** Numbers of data tables: at most four decimals. */
export const dataNumber = (value: unknown): string => finite(value, withFourDigits);

/** The same, but below 1 five digits, such as 0.00012345. */
export const fineNumber = (value: unknown): string =>
  finite(value, (number) => (Math.abs(number) < 1 ? withFiveDigits(number) : withFourDigits(number)));

/** A balance of credits, at most six decimals. */
export const credits = (value: unknown): string => finite(value, withSixDigits);

/** An amount of USDT where its label names the currency. */
export const amount = (value: unknown): string => finite(value, withTwoDigits);

export const money = (value: unknown): string => finite(value, (usdt) => `${withTwoDigits(usdt)} USDT`);

/** A fraction as percent: 0.1234 is 12.34%. */
export const percent = (fraction: unknown): string =>
  finite(fraction, (value) => `${withTwoDigits(value * 100)}%`);

/** A fraction as a signed percentage, so that colour is not the only sign of gain or loss. */
export const signedPercent = (fraction: unknown): string =>
  finite(fraction, (value) => `${value > 0 ? '+' : ''}${withTwoDigits(value * 100)}%`);

/** Bytes as KB, as file lists show them. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

const asLocalTime = dated({ timeStyle: 'short' });
const asUtcTime = dated({ timeStyle: 'short', timeZone: 'UTC' });

/** A UTC day: 8 Oct 2025. */
export const shortDate = (date: string): string => {
  const instant = Date.parse(date);
  return Number.isNaN(instant) ? ABSENT : asDay(instant);
};

/** The last UTC day of a span with an exclusive end, such as a bar's close. */
export const lastDay = (end: string): string => {
  const instant = Date.parse(end);
  return Number.isNaN(instant) ? ABSENT : asDay(instant - 1);
};

/** An instant (ms) in UTC, as in the names of folders: 8 Oct 2025, 18:40 UTC. */
export const utcDateTime = (ms: number): string => (Number.isNaN(ms) ? ABSENT : `${asUtcTime(ms)} UTC`);

/** An instant in the reader's own time. */
export const dateTime = (date: string | number): string => {
  const instant = typeof date === 'number' ? date : Date.parse(date);
  return Number.isNaN(instant) ? ABSENT : asLocalTime(instant);
};
