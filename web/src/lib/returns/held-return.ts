// A return next to what holding its coins would have returned: a good one says little where holding has made more.
import { heldName, type ResultFacts } from '@tradeium/contracts';
import { signedPercent } from '../format.ts';

/** A result's benchmark. `name`: as in "Hold BTC" and "holding BTC". */
export type Held = { readonly name: string; readonly totalReturn: number };

/** All coins of a portfolio, bought in equal parts at the start and held. */
export const HOLD_ALL_COINS = `Hold ${heldName([])}`;

/** Null for results from before it was kept. */
export const heldOf = (
  portfolio: readonly string[],
  benchmarkReturn: number | null | undefined,
): Held | null =>
  typeof benchmarkReturn === 'number' ? { name: heldName(portfolio), totalReturn: benchmarkReturn } : null;

export const heldOfFacts = ({ portfolio, benchmark_return }: ResultFacts): Held | null =>
  heldOf(portfolio, benchmark_return);

/** `holding BTC +98.20 %`. */
export const heldWords = ({ name, totalReturn }: Held): string =>
  `holding ${name} ${signedPercent(totalReturn)}`;

/** `+9.00 %, holding BTC +98.20 %`; the return alone where nothing is known next to it. */
export const returnWords = (own: number | null | undefined, held: Held | null): string =>
  held === null ? signedPercent(own) : `${signedPercent(own)}, ${heldWords(held)}`;

/**
 * A gain that beats holding, or a loss that does not; undefined for everything between, for returns that are written alike, and
 * where nothing is known next to it.
 */
export const returnTone = (own: unknown, held: number | null | undefined): 'gain' | 'loss' | undefined => {
  if (typeof own !== 'number' || typeof held !== 'number') return undefined;
  if (signedPercent(own) === signedPercent(held)) return undefined;
  if (own > 0 && own > held) return 'gain';
  return own < 0 && own < held ? 'loss' : undefined;
};
