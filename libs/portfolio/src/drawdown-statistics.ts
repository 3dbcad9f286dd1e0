// The cost of drawdowns in depth, time and nerves, and the worst of them.
import { type DrawdownPeriod, drawdownPeriods, drawdownSeries, ulcerIndex } from './drawdown.ts';
import type { PeriodReturns } from './period-returns.ts';
import { ratio, standardDeviation, sum } from './return-statistics.ts';
import { conditionalValueAtRisk95 } from './tail-statistics.ts';

const DAY_MS = 86_400_000;
const WORST_MAX = 5;

/** Dates are days in UTC, `YYYY-MM-DD`. */
export type Drawdown = {
  /** Day of the highest value before the fall; the first day of the run when that was the starting capital. */
  peak: string;
  /** Day of the lowest value. */
  trough: string;
  /** Day on which the peak was regained; null if it never was. */
  recovery: string | null;
  /** Lowest value / peak - 1; negative. */
  depth: number;
  /** From the peak to the recovery, or to the end. */
  days: number;
};

export type DrawdownStatistics = {
  /** Longest time from a peak until it is regained, or to the end, in days. Source: vectorbt's records. */
  max_drawdown_duration_days: number;
  /** Mean depth of all drawdowns of the daily values; negative. Source: quantstats, vectorbt, ffn. */
  average_drawdown: number | null;
  /** Mean time from peak to recovery, or to the end, of the same drawdowns. Source: vectorbt's records. */
  average_drawdown_days: number | null;
  /** Share of bars that close below an earlier value. */
  time_in_drawdown: number;
  /** sqrt(sum(daily drawdown²) / (n - 1)); Martin (1987). Source: quantstats. */
  ulcer_index: number | null;
  /** total return / ulcer index; Martin (1987). Source: quantstats. */
  ulcer_performance_index: number | null;
  /**
   * sum(r) / (ulcer index × |cVaR 95 of the daily drawdowns| / std(r)), the cVaR historical as `cvar_95` is.
   * Source: KeyQuant (2015); quantstats, but for its normal cVaR.
   */
  serenity_index: number | null;
  /** sum(r) / |max drawdown|; negative after a loss. Source: quantstats, which drops the sign. */
  recovery_factor: number | null;
  /** The five deepest over all bars, the deepest first. Source: quantstats' tear sheet. */
  worst_drawdowns: Drawdown[];
};

export type DrawdownInput = {
  /** At each bar's close. */
  drawdown: Float64Array;
  /** Open time of each bar, and length of a bar, in ms. */
  openTimes: Float64Array;
  barMs: number;
  startingCapital: number;
  periods: PeriodReturns;
};

/** Depth and duration of single drawdowns are over all bars; means and indices are over daily values. */
export const drawdownStatistics = (input: DrawdownInput): DrawdownStatistics => {
  const { drawdown, openTimes, barMs, startingCapital, periods } = input;
  const { startMs } = periods;
  const closeTimes = openTimes.map((ms) => ms + barMs);
  const all = drawdownPeriods(drawdown, closeTimes, startMs);
  const daily = drawdownSeries(periods.value, startingCapital);
  const dailyPeriods = drawdownPeriods(daily, periods.closeTimes, startMs);
  const meanOf = (figure: (period: DrawdownPeriod) => number) =>
    ratio(sum(dailyPeriods.map(figure)), dailyPeriods.length);
  const deepest = all.reduce((depth, period) => Math.min(depth, period.depth), 0);
  const ulcer = ulcerIndex(daily);
  const last = periods.value[periods.value.length - 1] as number;
  const pitfall = ratio(-conditionalValueAtRisk95(daily), standardDeviation(periods.returns));
  const total = sum(periods.returns);
  return {
    max_drawdown_duration_days: all.reduce((longest, period) => Math.max(longest, daysOf(period)), 0),
    average_drawdown: meanOf(({ depth }) => depth),
    average_drawdown_days: meanOf(daysOf),
    time_in_drawdown: drawdown.reduce((under, depth) => under + (depth < 0 ? 1 : 0), 0) / drawdown.length,
    ulcer_index: ulcer,
    ulcer_performance_index: ratio(last / startingCapital - 1, ulcer),
    serenity_index: ulcer === null || pitfall === null ? null : ratio(total, ulcer * pitfall),
    recovery_factor: ratio(total, Math.abs(deepest)),
    worst_drawdowns: worstOf(all, startMs),
  };
};

const worstOf = (periods: readonly DrawdownPeriod[], startMs: number): Drawdown[] => {
  const day = (closeMs: number) => new Date(Math.max(closeMs - 1, startMs)).toISOString().slice(0, 10);
  return periods
    .toSorted((a, b) => a.depth - b.depth)
    .slice(0, WORST_MAX)
    .map((period) => ({
      peak: day(period.peakMs),
      trough: day(period.troughMs),
      recovery: period.recovered ? day(period.endMs) : null,
      depth: period.depth,
      days: daysOf(period),
    }));
};

const daysOf = ({ peakMs, endMs }: DrawdownPeriod): number => (endMs - peakMs) / DAY_MS;
