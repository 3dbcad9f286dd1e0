// GET /api/v3/klines: candles of one market at one interval.

import { isInterval } from '../market/intervals.ts';
import type { Market } from '../market/markets.ts';
import { type Bar, barsOf } from '../market/resample.ts';
import { decimalString, ZERO } from '../numbers/decimal.ts';
import { refuse } from '../requests/api-error.ts';
import type { Endpoint } from '../requests/endpoint.ts';
import { readSymbol } from '../requests/parameters.ts';

const LIMIT_DEFAULT = 500;
const LIMIT_MAX = 1_000;

export const klines: Endpoint = {
  path: '/api/v3/klines',
  weight: () => 2,
  async answer(parameters, { now, historyOf }) {
    const market = readSymbol(parameters);
    const interval = parameters.mandatory('interval', /^[0-9a-zA-Z]{1,20}$/);
    const startMs = parameters.wholeNumber('startTime');
    const endMs = parameters.wholeNumber('endTime');
    const limit = parameters.wholeNumber('limit') ?? LIMIT_DEFAULT;
    // Candles of another time zone would need more than hourly data for those at half an hour.
    parameters.optional('timeZone', /^0$/);
    if (limit < 1) throw refuse.invalid('limit');
    parameters.finish();
    const known = market();
    if (!isInterval(interval)) throw refuse.interval();
    const range = { startMs, endMs, limit: Math.min(limit, LIMIT_MAX) };
    return barsOf(await historyOf(known), interval, range, now()).map((bar) => klineOf(bar, known));
  },
};

/** Fields that the files lack (quote volume, trades, taker volumes) are 0, never invented. */
const klineOf = (bar: Bar, { fileDecimals }: Market) => {
  const price = (units: number) => decimalString(units, fileDecimals.price);
  return [
    bar.openMs,
    price(bar.open),
    price(bar.high),
    price(bar.low),
    price(bar.close),
    decimalString(bar.volume, fileDecimals.volume),
    bar.closeMs,
    ZERO,
    0,
    ZERO,
    ZERO,
    '0',
  ];
};
