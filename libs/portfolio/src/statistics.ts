// The figures that judge a run: what every result folder states, in standard names, with formula and source.
import { type BenchmarkRelation, relateToBenchmark, UNRELATED } from './benchmark.ts';
import { type CalendarReturns, calendarReturns } from './calendar-returns.ts';
import { type CoinStatistics, type Concentration, coinStatistics, type Holdings } from './coin-statistics.ts';
import { type DrawdownStatistics, drawdownStatistics } from './drawdown-statistics.ts';
import { type GainsAndLosses, gainsAndLosses } from './gains-and-losses.ts';
import { type Performance, performance } from './performance.ts';
import { type PeriodReturns, periodReturns } from './period-returns.ts';
import { type PositionStatistics, positionStatistics } from './position-statistics.ts';
import { kurtosis, omega, skewness } from './return-statistics.ts';
import {
  deflatedSharpeRatio,
  minimumTrackRecordLength,
  probabilisticSharpeRatio,
  type TrialSpread,
} from './sharpe-significance.ts';
import type { Simulation } from './simulate.ts';
import { type TailStatistics, tailStatistics } from './tail-statistics.ts';
import { type TradingStatistics, tradingStatistics } from './trading-statistics.ts';

const DAY_MS = 86_400_000;

export type BenchmarkStatistics = Performance & {
  /** The coin that is bought at the first open and held without fees, for example BTC. */
  name: string;
};

type Distribution = {
  /** Probability that the true Sharpe ratio is above 0. Source: Bailey and López de Prado (2012), quantstats. */
  probabilistic_sharpe_ratio: number | null;
  /** How many different contents its chat has tried, itself included; null until `withTrials`. */
  trials: number | null;
  /** The probability again, above what the best of these has by luck; null until `withTrials`. Source: ffn. */
  deflated_sharpe_ratio: number | null;
  /**
   * How many r it takes to be 95 % sure that the true Sharpe ratio is above 0; null where no number does.
   * Source: Bailey and López de Prado (2012).
   */
  minimum_track_record_length: number | null;
  /** sum of gains / |sum of losses| of r. Source: quantstats. */
  omega: number | null;
  /** Of r, corrected for bias. Source: pandas. */
  skewness: number | null;
  /** Of r, in excess of the normal's, corrected for bias. Source: pandas. */
  kurtosis: number | null;
  /** Highest r. */
  best_day: number;
  /** Lowest r. */
  worst_day: number;
};

export type Statistics = Performance &
  Distribution &
  TailStatistics &
  DrawdownStatistics &
  GainsAndLosses &
  CalendarReturns &
  TradingStatistics &
  Concentration &
  BenchmarkRelation & {
    /** Open of the first bar, ISO 8601 UTC. */
    start: string;
    /** Close of the last bar, ISO 8601 UTC. */
    end: string;
    bars: number;
    /** How many r there are: UTC days, or weeks. */
    periods: number;
    /** A: 365 (daily returns) or 52 (weekly bars). */
    periods_per_year: number;
    /** The annual rate that the ratios are measured against. */
    risk_free_rate: 0;
    /** Starting capital in USDT. */
    initial_value: number;
    /** The benchmark of alpha, beta and their like. */
    benchmark: BenchmarkStatistics | null;
    /** Equal parts of the portfolio's coins, bought at the first open and held without fees. */
    basket: BenchmarkStatistics | null;
    /** Alpha, beta and their like of the run, measured against the basket. */
    relative_to_basket: BenchmarkRelation | null;
    positions: PositionStatistics | null;
    /** In the order of the portfolio. */
    coins: CoinStatistics[] | null;
  };

/** Something held: its value at each bar's close of the same capital (see `holdValue`). */
export type Benchmark = { name: string; value: Float64Array };

export type StatisticsInput = {
  /** Open time of each bar in ms, ascending. */
  openTimes: Float64Array;
  /** Length of a bar in ms. */
  barMs: number;
  startingCapital: number;
  simulation: Simulation;
  benchmark: Benchmark | null;
  /** See `holdBasketValue`. */
  basket?: Benchmark | null;
  /** Without it nothing is said about single coins, positions and concentration. */
  holdings?: Holdings | null;
  /** Final value of the same targets without fees. */
  grossFinalValue?: number | null;
};

/**
 * All figures of a run. Ratios are on daily returns at UTC midnight (365 days, ddof 1, risk-free rate 0),
 * also for shorter bars; the max drawdown and shares of time are over all bars and so match the run's table.
 * @throws RangeError for a run without bars
 */
export const computeStatistics = (input: StatisticsInput): Statistics => {
  const { openTimes, barMs, startingCapital, simulation, holdings = null } = input;
  const bars = simulation.value.length;
  if (bars === 0) throw new RangeError('a run without bars has no statistics');
  const startMs = openTimes[0] as number;
  const endMs = (openTimes[bars - 1] as number) + barMs;
  const days = (endMs - startMs) / DAY_MS;
  const own = periodReturns(openTimes, barMs, simulation.value, startingCapital);
  const main = performance(simulation.value, own, startingCapital, days);
  const tails = tailStatistics(own.returns);
  const { drawdown } = simulation;
  const { grossFinalValue = null } = input;
  const byCoin = holdings && coinStatistics(holdings, simulation.value, startingCapital);
  return {
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    bars,
    periods: own.returns.length,
    periods_per_year: own.periodsPerYear,
    risk_free_rate: 0,
    initial_value: startingCapital,
    ...main,
    ...distribution(own, main.sharpe_ratio),
    ...tails,
    ...drawdownStatistics({ drawdown, openTimes, barMs, startingCapital, periods: own }),
    ...gainsAndLosses(own.returns, tails.tail_ratio),
    ...calendarReturns(own, startingCapital),
    ...tradingStatistics(simulation, startingCapital, days, { cagr: main.cagr, grossFinalValue }),
    ...(byCoin ? byCoin.concentration : { herfindahl_index: null, effective_number_of_coins: null }),
    ...comparison(input, own, main.cagr, days),
    positions: holdings && positionStatistics(holdings.fills, openTimes, holdings.coins.length),
    coins: byCoin?.coins ?? null,
  };
};

const distribution = ({ returns, periodsPerYear }: PeriodReturns, sharpe: number | null): Distribution => {
  const moments = { skewness: skewness(returns), kurtosis: kurtosis(returns) };
  const figures = {
    ...moments,
    sharpe_ratio: sharpe,
    periods: returns.length,
    periods_per_year: periodsPerYear,
  };
  return {
    probabilistic_sharpe_ratio: probabilisticSharpeRatio(returns),
    trials: null,
    deflated_sharpe_ratio: null,
    minimum_track_record_length: minimumTrackRecordLength(figures),
    omega: omega(returns),
    ...moments,
    best_day: returns.reduce((best, value) => Math.max(best, value)),
    worst_day: returns.reduce((worst, value) => Math.min(worst, value)),
  };
};

/** The statistics of a run that was picked from these trials. */
export const withTrials = (
  statistics: Statistics,
  trials: TrialSpread,
): Statistics & { readonly trials: number } => ({
  ...statistics,
  trials: trials.count,
  deflated_sharpe_ratio: deflatedSharpeRatio(statistics, trials),
  minimum_track_record_length: minimumTrackRecordLength(statistics, trials),
});

const comparison = (input: StatisticsInput, own: PeriodReturns, cagr: number | null, days: number) => {
  const { openTimes, barMs, startingCapital } = input;
  const compared = (to: Benchmark | null) => {
    if (to === null) return { relation: null, figures: null };
    const held = periodReturns(openTimes, barMs, to.value, startingCapital);
    return {
      relation: relateToBenchmark(own.returns, held.returns, own.periodsPerYear, cagr),
      figures: { name: to.name, ...performance(to.value, held, startingCapital, days) },
    };
  };
  const benchmark = compared(input.benchmark);
  const basket = compared(input.basket ?? null);
  return {
    ...(benchmark.relation ?? UNRELATED),
    benchmark: benchmark.figures,
    basket: basket.figures,
    relative_to_basket: basket.relation,
  };
};
