// What a run is judged against first: its own coins bought at the start and held.
import { HOLD_ALL_COINS } from '../../../lib/result-facts.ts';
import { hasBasket, isRecord, type Row, rowsOf } from './statistics-tables.ts';

export type HeldCoins = { readonly name: string; readonly totalReturn: number };

const heldOf = (figures: unknown, name: string): HeldCoins | null =>
  isRecord(figures) && typeof figures.total_return === 'number'
    ? { name, totalReturn: figures.total_return }
    : null;

/** All coins of the portfolio in equal parts, or its only coin; BTC in results that do not know them. */
export const heldCoins = (statistics: Row): HeldCoins | null => {
  const { benchmark, basket } = statistics;
  const [only] = rowsOf(statistics, 'coins');
  const held = hasBasket(statistics) ? HOLD_ALL_COINS : `Hold ${only?.coin}`;
  const usual = isRecord(benchmark) && typeof benchmark.name === 'string' ? benchmark.name : 'BTC';
  return heldOf(basket, held) ?? heldOf(benchmark, `Hold ${usual}`);
};
