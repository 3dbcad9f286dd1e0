// A run day by day for charts: its value, that of its benchmarks, and the Sharpe ratio of the days before.
import { type PeriodReturns, periodReturns } from './period-returns.ts';
import { sharpeRatio } from './return-statistics.ts';
import type { Benchmark } from './statistics.ts';

/** All series have one length; values are in USDT at the end of each UTC day, or of each week for weekly bars. */
export type Curves = {
  /** Open of the last bar of each day, ISO 8601 UTC: the row of the run's table that ends with it. */
  timestamp: string[];
  portfolio: number[];
  /** The starting capital held in BTC, see `holdValue`. */
  btc: number[] | null;
  /** The starting capital held in equal parts of all coins, see `holdBasketValue`. */
  basket: number[] | null;
  /** Each coin's price at the first open, and at the close of each of these days; by coin. */
  prices: Record<string, { first_open: number; close: number[] }>;
  /** The `sharpe_ratio` of the statistics over the newest 180 days (26 weeks); null until there are as many. */
  rolling_sharpe: (number | null)[];
};

export type CurvesInput = {
  /** Open time of each bar in ms, ascending. */
  openTimes: Float64Array;
  /** Length of a bar in ms. */
  barMs: number;
  startingCapital: number;
  /** Portfolio value at each bar's close. */
  value: Float64Array;
  benchmark: Benchmark | null;
  basket: Benchmark | null;
  coins: readonly string[];
  /** Prices of the bars, bars × coins, row by row. */
  open: Float64Array;
  close: Float64Array;
};

/** How many returns a rolling ratio is made of: half a year of days, or of weeks. */
const WINDOW: Readonly<Record<PeriodReturns['periodsPerYear'], number>> = { 365: 180, 52: 26 };

export const dailyCurves = (input: CurvesInput): Curves => {
  const { openTimes, barMs, startingCapital, value, benchmark, basket } = input;
  const resampled = (of: Float64Array) => periodReturns(openTimes, barMs, of, startingCapital);
  const own = resampled(value);
  const held = (of: Benchmark | null) => of && [...resampled(of.value).value];
  return {
    timestamp: Array.from(own.closeTimes, (closeMs) => new Date(closeMs - barMs).toISOString()),
    portfolio: [...own.value],
    btc: held(benchmark),
    basket: held(basket),
    prices: pricesOf(input, own.closeTimes),
    rolling_sharpe: rollingSharpe(own),
  };
};

const pricesOf = (input: CurvesInput, closeTimes: Float64Array): Curves['prices'] => {
  const { openTimes, barMs, coins, open, close } = input;
  const bars = Array.from(closeTimes, (ms) => (ms - barMs - (openTimes[0] as number)) / barMs);
  return Object.fromEntries(
    coins.map((coin, at) => [
      coin,
      {
        first_open: open[at] as number,
        close: bars.map((bar) => close[bar * coins.length + at] as number),
      },
    ]),
  );
};

const rollingSharpe = ({ returns, periodsPerYear }: PeriodReturns): (number | null)[] => {
  const size = WINDOW[periodsPerYear];
  return Array.from(returns, (_, at) =>
    at + 1 < size ? null : sharpeRatio(returns.subarray(at + 1 - size, at + 1), periodsPerYear),
  );
};
