// The days that a question is about, in its words.

export type Period = {
  readonly from: string;
  readonly to: string;
  /** Its end is earlier than asked, because no later day can be tested. */
  readonly isCut: boolean;
};

type Days = { readonly from: string; readonly to: string };

const DAY_MS = 86_400_000;
const FIRST_DAY = '2020-01-01';
const UNIT_DAYS = { day: 1, week: 7, month: 30.4, quarter: 91, year: 365 } as const;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Of a month counted from 0, which may be that of another year. */
const firstOf = (year: number, month: number): string => dayOf(Date.UTC(year, month, 1));
const lastOf = (year: number, month: number): string => dayOf(Date.UTC(year, month + 1, 0));
const months = (year: number, first: number, count: number): Days => ({
  from: firstOf(year, first),
  to: lastOf(year, first + count - 1),
});

type Reader = readonly [RegExp, (words: RegExpExecArray, last: string, today: string) => Days];

const unitDays = (unit = 'day'): number => UNIT_DAYS[unit.toLowerCase() as keyof typeof UNIT_DAYS];
const rolling = (days: number, last: string): Days => ({
  from: dayOf(Date.parse(last) - (Math.round(days) - 1) * DAY_MS),
  to: last,
});
const countOf = (word = '1'): number =>
  NUMBERS.includes(word.toLowerCase())
    ? NUMBERS.indexOf(word.toLowerCase()) + 1
    : Math.min(Number(word), 5_000);
const monthOf = (word = ''): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase());

const COUNT = `(\\d{1,4}|${NUMBERS.join('|')})`;
const MONTH = `(${MONTHS.join('|')})[a-z]{0,6}`;
const YEAR = '(20\\d\\d)';

/** The first that fits is meant. `last` is the newest day that can be asked about. */
const READERS: readonly Reader[] = [
  [/(20\d\d-\d\d-\d\d)\D{1,12}(20\d\d-\d\d-\d\d)/, ([, from = '', to = '']) => ({ from, to })],
  [
    new RegExp(`\\b(?:q([1-4])|([1-4])(?:st|nd|rd|th) quarter)(?: of)?,? ${YEAR}`, 'i'),
    ([, a, b, year]) => months(Number(year), 3 * (Number(a ?? b) - 1), 3),
  ],
  [
    new RegExp(`\\b(?:(h1|first half)|h2|second half)(?: of)?,? ${YEAR}`, 'i'),
    ([, first, year]) => months(Number(year), first ? 0 : 6, 6),
  ],
  [
    new RegExp(`\\bsince ${MONTH},? ${YEAR}`, 'i'),
    ([, month, year], last) => ({ from: firstOf(Number(year), monthOf(month)), to: last }),
  ],
  [
    new RegExp(`\\bsince (?:the (?:start|beginning) of )?${YEAR}`, 'i'),
    ([, year], last) => ({ from: `${year}-01-01`, to: last }),
  ],
  [new RegExp(`\\b${MONTH},? ${YEAR}`, 'i'), ([, month, year]) => months(Number(year), monthOf(month), 1)],
  [
    new RegExp(`\\b${YEAR}\\b(?:.{0,40}?\\b${YEAR}\\b)?`),
    ([, first, second = first]) => ({ from: `${first}-01-01`, to: `${second}-12-31` }),
  ],
  [
    new RegExp(`\\b(?:last|past|previous|recent) ${COUNT} (day|week|month|quarter|year)s?\\b`, 'i'),
    ([, count, unit], last) => rolling(countOf(count) * unitDays(unit), last),
  ],
  [
    /\b(?:the|this) (?:last|past) (day|week|month|quarter|year)\b|\bpast (day|week|month|quarter|year)\b/i,
    ([, a, b], last) => rolling(unitDays(a ?? b), last),
  ],
  [/\blast year\b/i, (_, __, today) => months(Number(today.slice(0, 4)) - 1, 0, 12)],
  [/\blast (week|month|quarter)\b/i, ([, unit], last) => rolling(unitDays(unit), last)],
  [
    /\bthis year\b|\byear to date\b|\bytd\b/i,
    (_, last, today) => ({ from: `${today.slice(0, 4)}-01-01`, to: last }),
  ],
  [/\b(?:ever|all time|whole history|since the beginning)\b/i, (_, last) => ({ from: FIRST_DAY, to: last })],
];

const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day));

/** Null where a text names none. Nothing after `lastDay`: a period beyond it is the last year before it. */
export const askedPeriod = (text: string, today: string, lastDay: string): Period | null => {
  const last = today < lastDay ? today : lastDay;
  for (const [pattern, read] of READERS) {
    const words = pattern.exec(text);
    if (!words) continue;
    const { from, to } = read(words, last, today);
    if (!isDay(from) || !isDay(to) || from > to) continue;
    if (to < FIRST_DAY) continue;
    if (from > last) return { ...rolling(UNIT_DAYS.year, last), isCut: true };
    const isCut = to > last;
    return { from: from < FIRST_DAY ? FIRST_DAY : from, to: isCut ? last : to, isCut };
  }
  return null;
};
