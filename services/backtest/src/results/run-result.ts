// The input of a result folder's builders: plain data, no files and no services.
import type { Benchmark, Simulation, Statistics } from '@tradeium/portfolio';

export type RunResult = {
  /** Coins in portfolio order, without USDT. */
  coins: readonly string[];
  /** Open time of each bar in ms UTC, ascending. */
  openTimes: Float64Array;
  /** Length of a bar in ms. */
  barMs: number;
  startingCapital: number;
  /** Target weights, bars × coins row by row, as given to the simulation. */
  targets: Float64Array;
  simulation: Simulation;
  statistics: Statistics;
  /** Value at the last close of the same targets without fees. */
  grossFinalValue: number;
  /** The same capital held in one coin. */
  benchmark: Benchmark | null;
  /** The same capital held in equal parts of all coins of the portfolio. */
  basket: Benchmark | null;
};
