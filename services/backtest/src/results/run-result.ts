// The input of a result folder's builders: plain data, no files and no services.
import type { Benchmark, Simulation, Statistics, Trades } from '@tradeium/portfolio';

export type RunResult = {
  /** Coins in portfolio order, without USDT. */
  coins: readonly string[];
  /** Open time of each bar in ms UTC, ascending. */
  openTimes: Float64Array;
  /** Length of a bar in ms. */
  barMs: number;
  startingCapital: number;
  /** Prices at each bar's open and close, bars × coins row by row. */
  open: Float64Array;
  close: Float64Array;
  /** Target weights, bars × coins row by row, as given to the simulation. */
  targets: Float64Array;
  /** The weights held at each bar's close: bars × (coins + 1) row by row, USDT last. */
  holdings: Float64Array;
  /** Every trade, the oldest first. */
  trades: Trades;
  simulation: Simulation;
  statistics: Statistics;
  /** Value at the last close of the same targets without fees. */
  grossFinalValue: number;
  /** The same capital held in one coin. */
  benchmark: Benchmark | null;
  /** The same capital held in equal parts of all coins of the portfolio. */
  basket: Benchmark | null;
};

/** The trials behind it are counted. */
export type CountedResult = RunResult & { readonly statistics: { readonly trials: number } };

/** Of what a result is judged against: the basket, which of a single coin is that coin. */
export const benchmarkReturn = ({ basket, benchmark }: Statistics): number | null =>
  (basket ?? benchmark)?.total_return ?? null;
