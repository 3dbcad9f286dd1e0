// The figures that judge a run: what every result folder states, in standard names, with formula and source.
import { type BenchmarkRelation, relateToBenchmark } from './benchmark.ts';
import { drawdownSeries, maxDrawdown, maxDrawdownDurationDays, ulcerIndex } from './drawdown.ts';
import { type PeriodReturns, periodReturns } from './period-returns.ts';
import {
  conditionalValueAtRisk95,
  kurtosis,
  omega,
  ratio,
  sharpeRatio,
  skewness,
  sortinoRatio,
  valueAtRisk95,
  volatility,
  winRate,
} from './return-statistics.ts';
import type { Simulation } from './simulate.ts';

const DAY_MS = 86_400_000;

/**
 * How a curve did, for the strategy and its benchmark alike. Shares are fractions (0.1 = 10 %). r are returns
 * a UTC day (a week for weekly bars), A = `periods_per_year`. Null = undefined for this run.
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

export type BenchmarkStatistics = Performance & {
  /** What is bought at the first open and held without fees, for example BTC. */
  name: string;
};

export type Statistics = Performance &
  BenchmarkRelation & {
    /** Open of the first bar, ISO 8601 UTC. */
    start: string;
    /** Close of the last bar, ISO 8601 UTC. */
    end: string;
    bars: number;
    /** A: 365 (daily returns) or 52 (weekly bars). */
    periods_per_year: number;
    /** The annual rate that the ratios are measured against. */
    risk_free_rate: 0;
    /** Starting capital in USDT. */
    initial_value: number;
    /** Longest time from a peak until it is regained, or to the end, in days. Source: vectorbt's records. */
    max_drawdown_duration_days: number;
    /** sqrt(sum(daily drawdown²) / (n - 1)). Source: Martin (1987), quantstats. */
    ulcer_index: number | null;
    /** sum of gains / |sum of losses| of r. Source: quantstats. */
    omega: number | null;
    /** Historical 5th percentile of r. Source: vectorbt. */
    var_95: number | null;
    /** Mean of the r at or below `var_95`. Source: vectorbt. */
    cvar_95: number | null;
    /** Of r, corrected for bias. Source: pandas. */
    skewness: number | null;
    /** Of r, in excess of the normal's, corrected for bias. Source: pandas. */
    kurtosis: number | null;
    /** Highest r. */
    best_day: number;
    /** Lowest r. */
    worst_day: number;
    /** Days with a gain / days with a gain or a loss. Source: quantstats. */
    win_rate: number | null;
    /** Share of bars that close with any coin held. */
    time_in_market: number;
    /** Mean share of the value that is in coins at the close. */
    average_exposure: number;
    /** In USDT. */
    fees_paid: number;
    /** Sum over all rebalances of max(bought, sold) / value: 1 = the whole portfolio changed hands once. */
    turnover: number;
    /** `turnover` × 365 / calendar days. */
    turnover_per_year: number;
    /** Bars in which something was traded. */
    rebalances: number;
    /** Single trades. */
    fills: number;
    benchmark: BenchmarkStatistics | null;
  };

export type StatisticsInput = {
  /** Open time of each bar in ms, ascending. */
  openTimes: Float64Array;
  /** Length of a bar in ms. */
  barMs: number;
  startingCapital: number;
  simulation: Simulation;
  /** Value at each bar's close of the same capital in the benchmark (see `holdValue`). */
  benchmark: { name: string; value: Float64Array } | null;
};

/**
 * All figures of a run. Ratios are on daily returns at UTC midnight (365 days, ddof 1, risk-free rate 0),
 * also for shorter bars; the max drawdown and shares of time are over all bars and so match the run's table.
 * @throws RangeError for a run without bars
 */
export function computeStatistics(input: StatisticsInput): Statistics {
  const { openTimes, barMs, startingCapital, simulation } = input;
  const bars = simulation.value.length;
  if (bars === 0) throw new RangeError('a run without bars has no statistics');
  const startMs = openTimes[0] as number;
  const endMs = (openTimes[bars - 1] as number) + barMs;
  const days = (endMs - startMs) / DAY_MS;
  const curve = { openTimes, barMs, startingCapital, days };
  const own = periodReturns(openTimes, barMs, simulation.value, startingCapital);
  return {
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    bars,
    periods_per_year: own.periodsPerYear,
    risk_free_rate: 0,
    initial_value: startingCapital,
    ...performance(simulation.value, own, startingCapital, days),
    max_drawdown_duration_days: maxDrawdownDurationDays(simulation.drawdown, openTimes, barMs),
    ulcer_index: ulcerIndex(drawdownSeries(own.value, startingCapital)),
    ...distribution(own.returns),
    ...activity(simulation, days),
    ...comparison(input.benchmark, own, curve),
  };
}

type Curve = Pick<StatisticsInput, 'openTimes' | 'barMs' | 'startingCapital'> & { days: number };

function performance(
  value: Float64Array,
  { returns, periodsPerYear }: PeriodReturns,
  startingCapital: number,
  days: number,
): Performance {
  const finalValue = value[value.length - 1] as number;
  const growth = finalValue / startingCapital;
  const cagr = returns.length < 2 ? null : finite(growth ** (365 / days) - 1);
  const deepest = maxDrawdown(value, startingCapital);
  return {
    final_value: finalValue,
    total_return: growth - 1,
    cagr,
    volatility: volatility(returns, periodsPerYear),
    sharpe_ratio: sharpeRatio(returns, periodsPerYear),
    sortino_ratio: sortinoRatio(returns, periodsPerYear),
    calmar_ratio: ratio(cagr, Math.abs(deepest)),
    max_drawdown: deepest,
  };
}

function distribution(returns: Float64Array) {
  return {
    omega: omega(returns),
    var_95: valueAtRisk95(returns),
    cvar_95: conditionalValueAtRisk95(returns),
    skewness: skewness(returns),
    kurtosis: kurtosis(returns),
    best_day: returns.reduce((best, value) => Math.max(best, value)),
    worst_day: returns.reduce((worst, value) => Math.min(worst, value)),
    win_rate: winRate(returns),
  };
}

function activity({ exposure, totals }: Simulation, days: number) {
  let barsHeld = 0;
  let shares = 0;
  for (const share of exposure) {
    if (share > 0) barsHeld += 1;
    shares += share;
  }
  return {
    time_in_market: barsHeld / exposure.length,
    average_exposure: shares / exposure.length,
    fees_paid: totals.feesPaid,
    turnover: totals.turnover,
    turnover_per_year: (totals.turnover * 365) / days,
    rebalances: totals.rebalances,
    fills: totals.fills,
  };
}

function comparison(benchmark: StatisticsInput['benchmark'], own: PeriodReturns, curve: Curve) {
  if (benchmark === null) {
    return {
      alpha: null,
      beta: null,
      correlation: null,
      information_ratio: null,
      tracking_error: null,
      benchmark,
    };
  }
  const { openTimes, barMs, startingCapital, days } = curve;
  const held = periodReturns(openTimes, barMs, benchmark.value, startingCapital);
  return {
    ...relateToBenchmark(own.returns, held.returns, own.periodsPerYear),
    benchmark: { name: benchmark.name, ...performance(benchmark.value, held, startingCapital, days) },
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
