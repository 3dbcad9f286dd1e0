// The figures of one point of a study: the main ones of a run, and sums from which points are judged together.
import { type Performance, performance } from '../performance.ts';
import { type PeriodReturns, periodReturns } from '../period-returns.ts';
import { kurtosis, skewness } from '../return-statistics.ts';
import type { Simulation } from '../simulate.ts';
import { type TradedTotals, type TradingStatistics, tradingStatistics } from '../trading-statistics.ts';

const DAY_MS = 86_400_000;
/** The blocks of combinatorially symmetric cross-validation: an even number. */
export const OVERFITTING_BLOCKS = 16;

/** Named and computed as in `Statistics`. */
export type PointFigures = Performance &
  Pick<TradingStatistics, 'turnover_per_year' | 'rebalances' | 'fees_paid' | 'time_in_market'>;

/** Of the returns a UTC day (a week for weekly bars), named as in `Statistics`; null where undefined. */
export type ReturnMoments = {
  readonly periods: number;
  readonly periods_per_year: number;
  readonly skewness: number | null;
  readonly kurtosis: number | null;
};

/** The number, sum and sum of squares of the returns in one block of time. */
export type BlockSums = readonly [count: number, sum: number, squares: number];

export type ScoredPoint = {
  readonly statistics: PointFigures;
  readonly moments: ReturnMoments;
  /** `OVERFITTING_BLOCKS` of equal length, the oldest first; the oldest returns that fill none are left out. */
  readonly blocks: readonly BlockSums[];
};

export type PointInput = {
  /** Open time of each bar in ms, ascending. */
  readonly openTimes: Float64Array;
  readonly barMs: number;
  readonly startingCapital: number;
  readonly simulation: Pick<Simulation, 'value' | 'exposure'> & {
    readonly totals: TradedTotals;
  };
};

const momentsOf = ({ returns, periodsPerYear }: PeriodReturns): ReturnMoments => ({
  periods: returns.length,
  periods_per_year: periodsPerYear,
  skewness: skewness(returns),
  kurtosis: kurtosis(returns),
});

const blocksOf = ({ returns }: PeriodReturns): BlockSums[] => {
  const length = Math.floor(returns.length / OVERFITTING_BLOCKS);
  const first = returns.length - length * OVERFITTING_BLOCKS;
  return Array.from({ length: OVERFITTING_BLOCKS }, (_, block) => {
    const from = first + block * length;
    let [total, squares] = [0, 0];
    for (let at = from; at < from + length; at += 1) {
      const value = returns[at] as number;
      total += value;
      squares += value * value;
    }
    return [length, total, squares];
  });
};

/**
 * The figures of a simulated point; each equals that of `computeStatistics` on the same run, to the last digit.
 * @throws RangeError for a run without bars
 */
export const scorePoint = ({ openTimes, barMs, startingCapital, simulation }: PointInput): ScoredPoint => {
  const bars = simulation.value.length;
  if (bars === 0) throw new RangeError('a run without bars has no statistics');
  const days = ((openTimes[bars - 1] as number) + barMs - (openTimes[0] as number)) / DAY_MS;
  const periods = periodReturns(openTimes, barMs, simulation.value, startingCapital);
  const main = performance(simulation.value, periods, startingCapital, days);
  const noFees = { cagr: main.cagr, grossFinalValue: null };
  const { turnover_per_year, rebalances, fees_paid, time_in_market } = tradingStatistics(
    simulation,
    startingCapital,
    days,
    noFees,
  );
  return {
    statistics: { ...main, turnover_per_year, rebalances, fees_paid, time_in_market },
    moments: momentsOf(periods),
    blocks: blocksOf(periods),
  };
};
