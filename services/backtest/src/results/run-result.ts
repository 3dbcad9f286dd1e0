// What a finished run hands to the builders of its result folder: plain data, no files and no services.
import type { Simulation, Statistics } from '@tradeium/portfolio';

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
  /** The same capital in the benchmark, valued at each bar's close. */
  benchmark: { name: string; value: Float64Array } | null;
};
