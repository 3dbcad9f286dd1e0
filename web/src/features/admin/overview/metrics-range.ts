// Which days the charts of the overview cover, and in which steps.
import { dateOf, dayOf, dayOfInstant, daysIn } from '../../../lib/dates/date-range.ts';

export const RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'year', label: 'This year' },
  { value: 'custom', label: 'Custom' },
] as const;
export type RangeName = (typeof RANGES)[number]['value'];

export type Step = 'hour' | 'day';

/** As the server limits them: points would be too many to read. */
const HOURLY_DAYS_MAX = 31;
const DAILY_DAYS_MAX = 731;

const USUAL: RangeName = '30';

export type RangeChoice = {
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
  readonly step?: string;
};

export type MetricsRange = {
  readonly name: RangeName;
  /** UTC days, both included. */
  readonly from: string;
  readonly to: string;
  readonly step: Step;
  /** True if so few days may be shown by hour. */
  readonly canBeHourly: boolean;
  /** The problem of the chosen days; null when they can be shown. */
  readonly problem: string | null;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string): boolean => DAY.test(text) && Number.isFinite(Date.parse(text));

const daysOf = (name: RangeName, { from = '', to = '' }: RangeChoice, todayMs: number): [string, string] => {
  if (name === 'custom') return [from, to];
  const today = dateOf(dayOfInstant(todayMs));
  if (name === 'year') return [`${today.slice(0, 4)}-01-01`, today];
  return [dateOf(dayOfInstant(todayMs) - Number(name) + 1), today];
};

/** The range that an address names; the last 30 days where it names none. */
export const metricsRange = (choice: RangeChoice, todayMs: number): MetricsRange => {
  const name = RANGES.find(({ value }) => value === choice.range)?.value ?? USUAL;
  const [from, to] = daysOf(name, choice, todayMs);
  const given = { name, from, to, step: 'day' as Step, canBeHourly: false };
  if (!isDay(from) || !isDay(to)) return { ...given, problem: 'Please choose the first and the last day' };
  const days = daysIn({ start: dayOf(from), end: dayOf(to) });
  if (days < 1) return { ...given, problem: 'The last day is before the first' };
  if (days > DAILY_DAYS_MAX) return { ...given, problem: `Please choose at most ${DAILY_DAYS_MAX} days` };
  const canBeHourly = days <= HOURLY_DAYS_MAX;
  return {
    ...given,
    canBeHourly,
    step: canBeHourly && choice.step === 'hour' ? 'hour' : 'day',
    problem: null,
  };
};
