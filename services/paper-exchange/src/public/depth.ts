// GET /api/v3/depth: the order book of one market.

import { bookOf, type Level } from '../market/order-book.ts';
import { textOf } from '../numbers/amount.ts';
import { refuse } from '../requests/api-error.ts';
import type { Endpoint } from '../requests/endpoint.ts';
import { readSymbol } from '../requests/parameters.ts';

const LIMIT_DEFAULT = 100;

export const depth: Endpoint = {
  path: '/api/v3/depth',
  weight(query) {
    const limit = Number(query.get('limit') ?? LIMIT_DEFAULT);
    if (limit <= 100) return 5;
    if (limit <= 500) return 25;
    return limit <= 1_000 ? 50 : 250;
  },
  async answer(parameters, { now, historyOf }) {
    const market = readSymbol(parameters);
    const limit = parameters.wholeNumber('limit') ?? LIMIT_DEFAULT;
    if (limit < 1) throw refuse.invalid('limit');
    parameters.finish();
    const nowMs = now();
    const book = bookOf(await historyOf(market()), nowMs);
    const side = (levels: readonly Level[] = []) =>
      levels.slice(0, limit).map(({ price, quantity }) => [textOf(price), textOf(quantity)]);
    return { lastUpdateId: nowMs, bids: side(book?.bids), asks: side(book?.asks) };
  },
};
