// GET /api/v3/ticker/price: the newest price of one, some or all markets.

import type { Market } from '../market/markets.ts';
import { lastPrice } from '../market/resample.ts';
import { decimalString } from '../numbers/decimal.ts';
import type { Endpoint, Exchange } from '../requests/endpoint.ts';
import { readSymbols } from '../requests/parameters.ts';

export const tickerPrice: Endpoint = {
  path: '/api/v3/ticker/price',
  weight: (query) => (query.has('symbol') ? 2 : 4),
  async answer(parameters, exchange) {
    const { one, markets } = readSymbols(parameters);
    if (one) return priceOf(one, exchange);
    return Promise.all(markets.filter(exchange.isListed).map((market) => priceOf(market, exchange)));
  },
};

const priceOf = async (market: Market, { now, historyOf }: Exchange) => {
  const units = lastPrice(await historyOf(market), now()) ?? 0;
  return { symbol: market.symbol, price: decimalString(units, market.fileDecimals.price) };
};
