// The key figures of the part of a run that its charts show, by the formulas of the whole run's statistics.

import { firstFrom } from '../../../lib/charts/decimation.ts';
import { barMsOf, closeOf, openOf } from './bar-times.ts';
import type { TimeRange } from './chart-range.ts';
import type { RunCurves, Series } from './run-curves.ts';

export type RangeFigures = {
  /** From the open of its first bar to the close of its last one. */
  readonly range: TimeRange;
  readonly total_return: number;
  readonly cagr: number | null;
  readonly max_drawdown: number;
  readonly sharpe_ratio: number | null;
  readonly final_value: number;
  /** Null for a private strategy, whose fees are known for the whole run only. */
  readonly fees_paid: number | null;
  /** Of the coins held instead; null in results that do not know it. */
  readonly held_return: number | null;
};

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** A spread below this is the rounding of equal numbers, not a spread. */
const ROUNDING_NOISE = 1e-12;

const sharpeOf = (returns: readonly number[], periodsPerYear: number): number | null => {
  if (returns.length < 2) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (returns.length - 1));
  return deviation <= ROUNDING_NOISE ? null : (mean / deviation) * Math.sqrt(periodsPerYear);
};

/** Returns between the ends of UTC days, or of weeks for weekly bars. */
const returnsOf = (times: Float64Array, values: Float64Array, start: number, periodMs: number): number[] => {
  const returns: number[] = [];
  let before = start;
  values.forEach((value, bar) => {
    const period = Math.floor((times[bar] as number) / periodMs);
    if (Math.floor((times[bar + 1] ?? Number.POSITIVE_INFINITY) / periodMs) === period) return;
    returns.push(before > 0 ? value / before - 1 : 0);
    before = value;
  });
  return returns;
};

const deepestOf = (values: Float64Array, start: number): number => {
  let peak = start;
  let deepest = 0;
  for (const value of values) {
    peak = Math.max(peak, value);
    if (peak > 0) deepest = Math.min(deepest, value / peak - 1);
  }
  return deepest;
};

/** The growth over a range of days' values; null where they do not reach that far. */
const growthOf = (
  { times, values }: Series,
  { from, to }: TimeRange,
  initialValue: number,
): number | null => {
  const first = firstFrom(times, from);
  const before = first === 0 ? initialValue : values[first - 1];
  const last = values[firstFrom(times, to) - 1];
  return before !== undefined && last !== undefined && before > 0 ? last / before : null;
};

/** Null for the whole run, whose figures are in its statistics, and where no bar is shown. */
export const rangeFigures = (
  {
    portfolio,
    fees,
    initialValue,
    heldCoins,
  }: Pick<RunCurves, 'portfolio' | 'fees' | 'initialValue' | 'heldCoins'>,
  range: TimeRange,
): RangeFigures | null => {
  const { times, values } = portfolio;
  const first = firstFrom(times, range.from);
  const end = firstFrom(times, range.to + 1);
  if (end <= first || (first === 0 && end === times.length)) return null;
  const barMs = barMsOf({ portfolio });
  const start = first === 0 ? initialValue : (values[first - 1] as number);
  const shown = values.subarray(first, end);
  const last = shown[shown.length - 1] as number;
  const isWeekly = barMs >= WEEK_MS;
  const returns = returnsOf(times.subarray(first, end), shown, start, isWeekly ? WEEK_MS : DAY_MS);
  const shownRange = {
    from: openOf(times[first] as number, barMs),
    to: closeOf(times[end - 1] as number, barMs),
  };
  const days = (shownRange.to - shownRange.from) / DAY_MS;
  const growth = (last / start) ** (365 / days) - 1;
  const held = heldCoins && growthOf(heldCoins, shownRange, initialValue);
  return {
    range: shownRange,
    total_return: last / start - 1,
    cagr: returns.length < 2 || !Number.isFinite(growth) ? null : growth,
    max_drawdown: deepestOf(shown, start),
    sharpe_ratio: sharpeOf(returns, isWeekly ? 52 : 365),
    final_value: last,
    fees_paid: fees?.values.subarray(first, end).reduce((sum, fee) => sum + fee, 0) ?? null,
    held_return: held === null ? null : held - 1,
  };
};
