// The main figures of a curve, the same for a strategy and for its benchmarks.
import { maxDrawdown } from './drawdown.ts';
import type { PeriodReturns } from './period-returns.ts';
import { ratio, sharpeRatio, sortinoRatio, volatility } from './return-statistics.ts';

/**
 * How a curve did. Shares are fractions (0.1 = 10 %). r are returns a UTC day (a week for weekly bars),
 * A = `periods_per_year`. Null = undefined for this run.
 */
export type Performance = {
  /** In USDT, at the last close. */
  final_value: number;
  /** final value / initial value - 1. */
  total_return: number;
  /** (final value / initial value)^(365 / calendar days) - 1; null below two r. Source: freqtrade. */
  cagr: number | null;
  /** std(r) × sqrt(A). Source: quantstats, vectorbt, ffn. */
  volatility: number | null;
  /** mean(r) / std(r) × sqrt(A), risk-free rate 0. Source: quantstats, vectorbt, ffn. */
  sharpe_ratio: number | null;
  /** mean(r) / sqrt(sum(min(r, 0)²) / n) × sqrt(A). Source: quantstats, vectorbt. */
  sortino_ratio: number | null;
  /** CAGR / |max drawdown|. Source: Young (1991), quantstats. */
  calmar_ratio: number | null;
  /** Lowest value / highest value before - 1 over all bars' closes, the initial value included; negative. */
  max_drawdown: number;
};

/** `value`: at each bar's close; `days`: calendar days from the first open to the last close. */
export const performance = (
  value: Float64Array,
  { returns, periodsPerYear }: PeriodReturns,
  startingCapital: number,
  days: number,
): Performance => {
  const finalValue = value[value.length - 1] as number;
  const cagr = returns.length < 2 ? null : annualGrowth(finalValue / startingCapital, days);
  const deepest = maxDrawdown(value, startingCapital);
  return {
    final_value: finalValue,
    total_return: finalValue / startingCapital - 1,
    cagr,
    volatility: volatility(returns, periodsPerYear),
    sharpe_ratio: sharpeRatio(returns, periodsPerYear),
    sortino_ratio: sortinoRatio(returns, periodsPerYear),
    calmar_ratio: ratio(cagr, Math.abs(deepest)),
    max_drawdown: deepest,
  };
};

/** growth^(365 / days) - 1; null where that is too large to be a number. */
export const annualGrowth = (growth: number, days: number): number | null => {
  const rate = growth ** (365 / days) - 1;
  return Number.isFinite(rate) ? rate : null;
};
