// The results of the library's examples, as `npm run library` computed and stored them.
import { type Held, HOLD_ALL_COINS, heldOf } from '../../../lib/returns/held-return.ts';
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

/** The settings that all of them were run with, and the day. */
export const { settings: LIBRARY_SETTINGS, computed_on: COMPUTED_ON } = results;

export const BENCHMARKS: readonly (Figures & { readonly name: string })[] = results.benchmarks;

const HELD_COINS = BENCHMARKS.find(({ name }) => name === HOLD_ALL_COINS);

/** The coins of these results in equal parts, bought at the start and held: what a strategy has to beat, in all or a year. */
export const HELD: Held | null = heldOf(LIBRARY_SETTINGS.portfolio, HELD_COINS?.total_return);
export const HELD_A_YEAR: Held | null = heldOf(LIBRARY_SETTINGS.portfolio, HELD_COINS?.cagr);

export const resultOf = (id: string): Figures | undefined => results.examples.find((each) => each.id === id);
