// Returns by calendar month, quarter and year (UTC), and over the months and years up to the end.
import { gainToPain, tally, winRate } from './gains-and-losses.ts';
import type { PeriodReturns } from './period-returns.ts';
import { ratio } from './return-statistics.ts';

const DAY_MS = 86_400_000;

export type YearReturns = {
  year: number;
  /** January to December; null for months outside the run. */
  months: (number | null)[];
  total: number;
};

/** Returns up to the last day; null for spans that begin before the run. Source: ffn, quantstats. */
export type TrailingReturns = {
  month_to_date: number | null;
  three_months: number | null;
  six_months: number | null;
  year_to_date: number | null;
  one_year: number | null;
  /** (end / value three years before)^(1 / 3) - 1. */
  three_years_annualized: number | null;
  five_years_annualized: number | null;
};

/** The first and last month, quarter and year count as far as the run covers them (as in quantstats). */
export type CalendarReturns = {
  /** (final value / initial value)^(1 / number of r) - 1. Source: quantstats' expected_return. */
  expected_daily_return: number;
  /** The same with the number of calendar months. */
  expected_monthly_return: number;
  /** The same with the number of calendar years. */
  expected_yearly_return: number;
  best_month: number;
  worst_month: number;
  /** Mean of the months with a gain. Source: quantstats, ffn. */
  average_up_month: number | null;
  /** Mean of the months with a loss; negative. Source: quantstats. */
  average_down_month: number | null;
  /** Months with a gain / months with a gain or a loss. Source: quantstats. */
  monthly_win_rate: number | null;
  quarterly_win_rate: number | null;
  yearly_win_rate: number | null;
  best_year: number;
  worst_year: number;
  /** sum of monthly returns / |sum of monthly losses|; Schwager (2012). Source: quantstats. */
  monthly_gain_to_pain_ratio: number | null;
  trailing_returns: TrailingReturns;
  monthly_returns: YearReturns[];
};

/** A month is counted from year 0, so that a quarter is three of them and a year twelve. */
type Span = { first: number; change: number };

export const calendarReturns = (periods: PeriodReturns, startingCapital: number): CalendarReturns => {
  const days = periods.value.length;
  const months = returnsBy(1, periods, startingCapital);
  const quarters = returnsBy(3, periods, startingCapital);
  const years = returnsBy(12, periods, startingCapital);
  const monthly = changesOf(months);
  const yearly = changesOf(years);
  const { wins, losses, gained, lost } = tally(monthly);
  const growth = (periods.value[days - 1] as number) / startingCapital;
  return {
    expected_daily_return: growth ** (1 / days) - 1,
    expected_monthly_return: growth ** (1 / months.length) - 1,
    expected_yearly_return: growth ** (1 / years.length) - 1,
    best_month: Math.max(...monthly),
    worst_month: Math.min(...monthly),
    average_up_month: ratio(gained, wins),
    average_down_month: ratio(-lost, losses),
    monthly_win_rate: winRate(monthly),
    quarterly_win_rate: winRate(changesOf(quarters)),
    yearly_win_rate: winRate(yearly),
    best_year: Math.max(...yearly),
    worst_year: Math.min(...yearly),
    monthly_gain_to_pain_ratio: gainToPain(monthly),
    trailing_returns: trailingReturns(periods, startingCapital),
    monthly_returns: years.map(({ first, change }) => ({
      year: first / 12,
      months: Array.from({ length: 12 }, (_, month) => {
        const found = months.find((one) => one.first === first + month);
        return found ? found.change : null;
      }),
      total: change,
    })),
  };
};

/** The change over each span of `size` months, by the days on which its periods close. */
const returnsBy = (size: number, { value, closeTimes }: PeriodReturns, startingCapital: number): Span[] => {
  const spans: Span[] = [];
  let before = startingCapital;
  let current: Span | null = null;
  value.forEach((now, at) => {
    const month = monthOf((closeTimes[at] as number) - 1);
    const first = month - (month % size);
    if (current === null || current.first !== first) {
      if (at > 0) before = value[at - 1] as number;
      current = { first, change: 0 };
      spans.push(current);
    }
    current.change = before > 0 ? now / before - 1 : 0;
  });
  return spans;
};

const trailingReturns = (periods: PeriodReturns, startingCapital: number): TrailingReturns => {
  const { value, closeTimes, startMs } = periods;
  const now = value[value.length - 1] as number;
  const last = new Date((closeTimes[closeTimes.length - 1] as number) - 1);
  const [year, month] = [last.getUTCFullYear(), last.getUTCMonth()];
  const since = (cutMs: number) => ratio(now, valueAt(Math.max(cutMs, startMs), periods, startingCapital));
  const over = (months: number, years = 1) => {
    const cutMs = monthsBefore(last, months) + DAY_MS;
    const growth = cutMs < startMs ? null : since(cutMs);
    return growth === null ? null : growth ** (1 / years) - 1;
  };
  const toDate = (cutMs: number) => {
    const growth = since(cutMs);
    return growth === null ? null : growth - 1;
  };
  return {
    month_to_date: toDate(Date.UTC(year, month, 1)),
    three_months: over(3),
    six_months: over(6),
    year_to_date: toDate(Date.UTC(year, 0, 1)),
    one_year: over(12),
    three_years_annualized: over(36, 3),
    five_years_annualized: over(60, 5),
  };
};

/** The last value that was known at `ms`. */
const valueAt = (ms: number, { value, closeTimes }: PeriodReturns, startingCapital: number): number => {
  const at = closeTimes.findLastIndex((closeMs) => closeMs <= ms);
  return at < 0 ? startingCapital : (value[at] as number);
};

/** Midnight of the same day of an earlier month, or of that month's last day. */
const monthsBefore = (day: Date, months: number): number => {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day.getUTCDate(), lastOfMonth));
};

const monthOf = (ms: number): number => {
  const time = new Date(ms);
  return time.getUTCFullYear() * 12 + time.getUTCMonth();
};

const changesOf = (spans: readonly Span[]): Float64Array => Float64Array.from(spans, ({ change }) => change);
