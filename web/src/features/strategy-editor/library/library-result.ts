// The results of the library's examples, as `npm run library` computed and stored them.
import results from './results.json' with { type: 'json' };

export type Figures = {
  readonly total_return: number;
  readonly cagr: number;
  readonly volatility: number;
  readonly sharpe_ratio: number;
  readonly max_drawdown: number;
  /** Values at even distances in time, as multiples of the starting capital. */
  readonly curve: readonly number[];
};

/** What all of them were run with, and when. */
export const { settings: LIBRARY_SETTINGS, computed_on: COMPUTED_ON } = results;

export const BENCHMARKS: readonly (Figures & { readonly name: string })[] = results.benchmarks;

/** The coins of these results in equal parts, bought at the start and held: what a strategy has to beat. */
export const HELD_COINS = BENCHMARKS.find(({ name }) => name !== 'Hold BTC');

export const resultOf = (id: string): Figures | undefined => results.examples.find((each) => each.id === id);
