// The input of a simulation.
import { checkBand, type DriftBand } from './drift-band.ts';

/** All matrices are bars × coins, row by row; prices and money are in USDT. */
export type SimulationInput = {
  bars: number;
  coins: number;
  /** Price at each bar's open, where trades happen. */
  open: Float64Array;
  /** Price at each bar's close, where the portfolio is valued. */
  close: Float64Array;
  /**
   * Row i: target weights traded at the open of bar i, each 0..1 and at most 1 in sum; the rest is USDT.
   * A row that begins with NaN trades nothing.
   */
  targets: Float64Array;
  startingCapital: number;
  /** Share of each traded notional, for example 0.001; at least 0 and below 1. */
  feeRate: number;
  /** How much worse than the open a trade fills, in hundredths of a percent; 0 if absent. */
  slippageBps?: number;
  /** Wanted trades of a smaller notional than this are left out; 0 if absent. */
  minTradeNotional?: number;
  /** Leaves a coin alone whose weight is near its target; every drift is traded if absent. */
  band?: DriftBand;
  /** True if `fills` is kept, which costs time and memory for each of them; not if absent. */
  recordFills?: boolean;
};

/** @throws RangeError for invalid sizes, amounts or rates, with their names */
export const checkInput = (input: SimulationInput): void => {
  const { bars, coins, startingCapital, feeRate, slippageBps = 0, minTradeNotional = 0, band } = input;
  for (const name of ['open', 'close', 'targets'] as const) {
    if (input[name].length !== bars * coins) {
      throw new RangeError(`${name} has ${input[name].length} cells, not ${bars} bars × ${coins} coins`);
    }
  }
  if (!(startingCapital > 0 && startingCapital < Infinity)) {
    throw new RangeError(`startingCapital is ${startingCapital}, not a positive amount`);
  }
  if (!(feeRate >= 0 && feeRate < 1)) throw new RangeError(`feeRate is ${feeRate}, not in 0..1`);
  if (!(slippageBps >= 0 && slippageBps < 10_000)) {
    throw new RangeError(`slippageBps is ${slippageBps}, not in 0..10000`);
  }
  if (!(minTradeNotional >= 0))
    throw new RangeError(`minTradeNotional is ${minTradeNotional}, not an amount`);
  if (band) checkBand(band);
};
