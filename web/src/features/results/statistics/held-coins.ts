// A run's first benchmark: its own coins bought at the start and held.
import { type Held, heldOf } from '../../../lib/returns/held-return.ts';
import { isRecord, type Row, rowsOf } from './statistics-tables.ts';

type Return = 'total_return' | 'cagr';

const returnIn = (figures: unknown, key: Return): number | null =>
  isRecord(figures) && typeof figures[key] === 'number' ? figures[key] : null;

/** All coins of the portfolio in equal parts, or its only coin; BTC in results that do not know them. */
export const heldCoins = (statistics: Row, key: Return = 'total_return'): Held | null => {
  const { benchmark, basket } = statistics;
  const coins = rowsOf(statistics, 'coins').map(({ coin }) => String(coin));
  const usual = isRecord(benchmark) && typeof benchmark.name === 'string' ? benchmark.name : 'BTC';
  return heldOf(coins, returnIn(basket, key)) ?? heldOf([usual], returnIn(benchmark, key));
};
