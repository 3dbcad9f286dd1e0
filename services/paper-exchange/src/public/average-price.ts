// GET /api/v3/avgPrice: the average price of some minutes, which here is the newest price.

import { lastPrice } from '../market/resample.ts';
import { decimalString } from '../numbers/decimal.ts';
import type { Endpoint } from '../requests/endpoint.ts';
import { readSymbol } from '../requests/parameters.ts';

const MINUTES = 5;

export const averagePrice: Endpoint = {
  path: '/api/v3/avgPrice',
  weight: () => 2,
  async answer(parameters, { now, historyOf }) {
    const symbol = readSymbol(parameters);
    parameters.finish();
    const market = symbol();
    const units = lastPrice(await historyOf(market), now()) ?? 0;
    return {
      mins: MINUTES,
      price: decimalString(units, market.fileDecimals.price),
      closeTime: now(),
    };
  },
};
