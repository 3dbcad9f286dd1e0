// How numbers, dates and sizes are written on the screen: `1,234.56`, `−12.35 %`, `8 Oct 2025, 18:40`. Nothing else writes them.

const ABSENT = '—';
const MINUS = '−';
/** Between a number and its percent sign: narrow, and no line ends there. */
const NARROW_SPACE = '\u202F';

/** Writes with a formatter that is made at the first use: each takes the browser milliseconds to make. */
const written = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  let made: Intl.NumberFormat | undefined;
  return (value) => {
    // A number that rounds to nothing has no sign.
    made ??= new Intl.NumberFormat('en-US', { ...options, signDisplay: 'negative' });
    return made.format(value).replace('-', MINUS);
  };
};

const grouped = (digitsMax: number, digitsMin = 0) =>
  written({ maximumFractionDigits: digitsMax, minimumFractionDigits: digitsMin });

/**
 * Whole numbers and days are on the first screen: they are written without the browser's formatters, the first of which
 * takes it tens of milliseconds to make.
 */
const asWhole = (value: number): string => {
  const digits = String(BigInt(Math.round(Math.abs(value)))).replace(/\B(?=(\d{3})+$)/g, ',');
  return value < 0 && digits !== '0' ? `${MINUS}${digits}` : digits;
};

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTHS_IN_FULL = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const asDay = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

const asUtcTime = (ms: number): string => {
  const date = new Date(ms);
  return `${asDay(ms)}, ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
};

const withOneDigit = grouped(1, 1);
const withTwoDigits = grouped(2, 2);
const withTwoToSixDigits = grouped(6, 2);
const withFourDigits = grouped(4);
const withThreeDigits = written({ maximumSignificantDigits: 3 });
const withFiveDigits = written({ maximumSignificantDigits: 5 });
const withSixDigits = grouped(6);
const withSixOfAll = written({ maximumSignificantDigits: 6 });

const finite = (value: unknown, write: (value: number) => string): string =>
  typeof value === 'number' && Number.isFinite(value) ? write(value) : ABSENT;

export const wholeNumber = (value: unknown): string => finite(value, asWhole);

/** A number with its noun: `1 warning`, `2 warnings`. */
export const counted = (count: number, one: string, many: string): string =>
  `${asWhole(count)} ${count === 1 ? one : many}`;

/** Ratios and other plain statistics. */
export const ratio = (value: unknown): string => finite(value, withTwoDigits);

/** A number outside a table: at most four decimals. */
export const dataNumber = (value: unknown): string => finite(value, withFourDigits);

/** The same, but below 1 five digits, such as 0.00012345. */
export const fineNumber = (value: unknown): string =>
  finite(value, (number) => (Math.abs(number) < 1 ? withFiveDigits(number) : withFourDigits(number)));

/** An average of prices has more digits than any of them; these are about as many as a price has. */
export const averagePrice = (value: unknown): string => finite(value, withSixOfAll);

/** About so much: three digits. */
export const roundNumber = (value: unknown): string => finite(value, withThreeDigits);

/** Digits that the server wrote (`-1234.5`) with our minus and separators; other text as it is. */
export const figuresWritten = (text: string): string => {
  const [, sign, whole = '', rest] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (sign === undefined) return text;
  return `${sign && MINUS}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest ?? ''}`;
};

/** The figures with decimals of a sentence that the server wrote, with our minus and separators; dates stay. */
export const figuresInSentence = (sentence: string): string =>
  percentsWritten(sentence.replaceAll(/(?<![\w.-])-?\d+\.\d+(?![\w.-]*\d)/g, figuresWritten));

/** The percentages of a sentence (`12 %`) with our space. */
export const percentsWritten = (sentence: string): string =>
  sentence.replaceAll(/(?<=\d) ?%/g, `${NARROW_SPACE}%`);

const aligned = new Map<number, (value: number) => string>();

/** A number with so many decimals, so that the points of a column stand below each other. */
export const alignedNumber = (value: number, decimals: number): string => {
  const write = aligned.get(decimals) ?? grouped(decimals, decimals);
  aligned.set(decimals, write);
  return write(value);
};

/** With how many decimals the points of these amounts stand below each other: as many as one of them needs, at most six. */
export const decimalsOf = (amounts: readonly number[]): number =>
  Math.max(0, ...amounts.map((each) => withSixDigits(each).split('.')[1]?.length ?? 0));

/** An amount in a column: four decimals, and one that they leave nothing of is said to be that small. */
export const alignedAmount = (value: number): string => {
  const text = alignedNumber(value, 4);
  if (value === 0 || Number(text) !== 0) return text;
  return value > 0 ? '<0.0001' : `>${MINUS}0.0001`;
};

/** How much of a coin an account holds, at most six decimals. */
export const balanceNumber = (value: unknown): string => finite(value, withSixDigits);

/** A balance of credits, at most six decimals. */
export const credits = (value: unknown): string => finite(value, withSixDigits);

/** A number that rounds to nothing has no sign. */
const withPlus = (text: string, value: number): string =>
  value > 0 && /[1-9]/.test(text) ? `+${text}` : text;

/** A balance of credits at a glance: rounded down, so that it never shows more than there is. */
export const creditsLeft = (vut: number): string =>
  finite(vut, () => withTwoDigits(Math.floor(vut * 100) / 100));

/** Credits that are spent: rounded up, so that they and what is left make up what there was. */
export const creditsUsed = (vut: number): string =>
  finite(vut, () => withTwoDigits(Math.ceil(vut * 100) / 100));

/** A change of a balance of credits in a column, with its sign; its points stand below each other. */
export const alignedCredits = (vut: number): string => withPlus(alignedNumber(vut, 4), vut);

/** A change of a balance of credits, with its sign. */
export const signedCredits = (value: unknown): string =>
  finite(value, (vut) => withPlus(withSixDigits(vut), vut));

/** An amount of USDT where its label names the currency. */
export const amount = (value: unknown): string => finite(value, withTwoDigits);

/** A change of an amount of USDT, with its sign, where its label names the currency. */
export const signedAmount = (value: unknown): string =>
  finite(value, (usdt) => withPlus(withTwoDigits(usdt), usdt));

export const money = (value: unknown): string => finite(value, (usdt) => `${withTwoDigits(usdt)} USDT`);

/** A change of an amount, with its sign. */
export const signedMoney = (value: unknown): string => finite(value, (usdt) => `${signedAmount(usdt)} USDT`);

/** US dollars, as the provider of payments charges them. */
export const dollars = (usd: number): string => `$${withTwoDigits(usd)}`;

/** A percentage as the fraction that it is, without the error of binary fractions. */
export const fractionOf = (percent: number): number => Math.round(percent * 1e8) / 1e10;

/** A number as a field shows it: with the minus of the keyboard. */
export const typedNumber = (value: number): string => grouped(8)(value).replace(MINUS, '-');

const asPercent = (text: string): string => `${text}${NARROW_SPACE}%`;

/** A value that is in percent already: `0.1 %`. */
export const percentOf = (value: unknown): string =>
  finite(value, (number) => asPercent(withFourDigits(number)));

/** A fraction as percent: 0.1234 is `12.34 %`. */
export const percent = (fraction: unknown): string =>
  finite(fraction, (value) => asPercent(withTwoDigits(value * 100)));

/** A fraction as percent with one decimal: 0.1234 is `12.3 %`. */
export const shortPercent = (fraction: unknown): string =>
  finite(fraction, (value) => asPercent(withOneDigit(value * 100)));

/** A setting that is a fraction, as percent: two decimals, and more where it has them, so that different ones read so. */
export const exactPercent = (fraction: unknown): string =>
  finite(fraction, (value) => asPercent(withTwoToSixDigits(value * 100)));

/** A fraction as a signed percentage, so that colour is not the only sign of gain or loss. */
export const signedPercent = (fraction: unknown): string =>
  finite(fraction, (value) => asPercent(withPlus(withTwoDigits(value * 100), value)));

/** A difference of two fractions in percentage points, with its sign: 0.1234 is `+12.34 pp`. */
export const signedPoints = (fraction: unknown): string =>
  finite(fraction, (value) => `${withPlus(withTwoDigits(value * 100), value)}${NARROW_SPACE}pp`);

/** Percent without decimals, such as how much of a limit is used. */
export const wholePercent = (fraction: unknown): string =>
  finite(fraction, (value) => asPercent(asWhole(value * 100)));

/** The percentage of a return with one decimal and its sign, where the place says that it is in percent. */
export const heatNumber = (fraction: number): string => {
  const rounded = Math.round(fraction * 1_000) / 10;
  return withPlus(withOneDigit(rounded), rounded);
};

/** True if a change as it is written is a gain. */
export const isPositive = (text: string): boolean => text.startsWith('+');

/** True if a figure as it is written is below zero. */
export const isNegative = (text: string): boolean => text.startsWith(MINUS);

/** True if a return or an amount of money, as written, is a loss; a ratio below zero is not. */
export const isLoss = (text: string): boolean => isNegative(text) && /(%|pp|USDT)$/.test(text);

/** Bytes as KB, as file lists show them. */
export const kilobytes = (bytes: number): string => `${withOneDigit(bytes / 1024)} KB`;

/** A UTC day: 8 Oct 2025. */
export const shortDate = (date: string): string => {
  const instant = Date.parse(date);
  return Number.isNaN(instant) ? ABSENT : asDay(instant);
};

/** A text with its ISO dates as the screen writes days. */
export const datesWritten = (text: string): string =>
  text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (date) => shortDate(date));

/** From one UTC day to another: 1 Jan 2024 – 8 Oct 2025. */
export const dayRange = (first: string, last: string): string => `${shortDate(first)} – ${shortDate(last)}`;

/** The UTC day of an instant (ms). */
export const dayName = (ms: number): string => (Number.isNaN(ms) ? ABSENT : asDay(ms));

/** The last UTC day of a span with an exclusive end, such as a bar's close. */
export const lastDay = (end: string): string => {
  const instant = Date.parse(end);
  return Number.isNaN(instant) ? ABSENT : asDay(instant - 1);
};

/** The month of an instant (ms) in UTC: October 2025. */
export const monthName = (ms: number): string => {
  const date = new Date(ms);
  return `${MONTHS_IN_FULL[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

/** An instant (ms) of the candles, which are in UTC: 8 Oct 2025, 18:00. */
export const barTime = (ms: number): string => (Number.isNaN(ms) ? ABSENT : asUtcTime(ms));

/** An instant in UTC, as in the names of folders: 8 Oct 2025, 18:40 UTC. */
export const utcDateTime = (date: string | number): string => {
  const instant = typeof date === 'number' ? date : Date.parse(date);
  return Number.isNaN(instant) ? ABSENT : `${asUtcTime(instant)} UTC`;
};

/** An instant in the reader's own time. */
export const dateTime = (date: string | number): string => {
  const instant = typeof date === 'number' ? date : Date.parse(date);
  if (Number.isNaN(instant)) return ABSENT;
  // The same digits, read as UTC.
  return asUtcTime(instant - new Date(instant).getTimezoneOffset() * 60_000);
};

/** The time of day of an instant (ms) in UTC: 18:40 UTC. */
export const utcClock = (ms: number): string => {
  const date = new Date(ms);
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())} UTC`;
};
