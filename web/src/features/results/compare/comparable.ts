// In what compared results differ that decides which of their figures can be compared.
import { isWeekly } from '../statistics/period-words.ts';
import { type Row, spanOf } from '../statistics/statistics-tables.ts';
import type { Compared } from './compared.ts';

/** `returns`: of days, or of weeks for weekly bars. */
export type Aspect = 'capital' | 'period' | 'interval' | 'returns';
export type Basis = Pick<Compared, 'statistics' | 'settings'>;

/** NaN where a result does not say. */
export const capitalOf = ({ statistics, settings }: Basis): number =>
  Number(statistics.initial_value ?? settings.starting_capital ?? Number.NaN);

/** Weeks begin on Mondays: those of a range may begin and end this far from its days. */
const WEEK_SLACK_MS = 6 * 86_400_000;

const isSamePeriod = (one: Row, other: Row): boolean => {
  const [a, b] = [spanOf(one), spanOf(other)];
  if (!a || !b) return true;
  const slackMs = isWeekly(one) === isWeekly(other) ? 0 : WEEK_SLACK_MS;
  return Math.abs(a.start - b.start) <= slackMs && Math.abs(a.end - b.end) <= slackMs;
};

/** Values that are not known are taken for the same. */
const areAlike = (one: unknown, other: unknown): boolean =>
  one === other || [one, other].some((value) => value === undefined || Number.isNaN(value));

const IS_SAME: Readonly<Record<Aspect, (one: Basis, other: Basis) => boolean>> = {
  capital: (one, other) => areAlike(capitalOf(one), capitalOf(other)),
  period: (one, other) => isSamePeriod(one.statistics, other.statistics),
  interval: (one, other) => areAlike(one.settings.timeframe, other.settings.timeframe),
  returns: (one, other) => areAlike(one.statistics.periods_per_year, other.statistics.periods_per_year),
};

/** All in which at least two of them differ. */
export const differingAspects = (compared: readonly Basis[]): Aspect[] =>
  (Object.keys(IS_SAME) as Aspect[]).filter((aspect) =>
    compared.some((one) => compared.some((other) => !IS_SAME[aspect](one, other))),
  );

const NAMES: Readonly<Record<Aspect, string>> = {
  capital: 'starting capital',
  period: 'period',
  interval: 'interval',
  returns: 'length of returns',
};

/** `not comparable: starting capital and period differ`; null for what can be compared. */
export const notComparable = (differing: readonly Aspect[]): string | null => {
  const [first, ...others] = differing.map((aspect) => NAMES[aspect]);
  if (first === undefined) return null;
  return others.length === 0
    ? `not comparable: ${first} differs`
    : `not comparable: ${[first, ...others].join(' and ')} differ`;
};
