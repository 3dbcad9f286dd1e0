// GET /api/v3/ticker/price: the newest price of one, some or all markets.
import { decimalString } from './decimal.ts';
import type { Endpoint, Exchange } from './endpoint.ts';
import type { Market } from './markets.ts';
import { readSymbols } from './parameters.ts';
import { lastPrice } from './resample.ts';

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
