// The exchange's endpoints that need no key, by path.

import type { Endpoint } from '../requests/endpoint.ts';
import { averagePrice } from './average-price.ts';
import { depth } from './depth.ts';
import { exchangeInfo } from './exchange-info.ts';
import { klines } from './klines.ts';
import { tickerPrice } from './ticker-price.ts';

const ping: Endpoint = {
  path: '/api/v3/ping',
  weight: () => 1,
  answer: (parameters) => {
    parameters.finish();
    return {};
  },
};

const time: Endpoint = {
  path: '/api/v3/time',
  weight: () => 1,
  answer: (parameters, { now }) => {
    parameters.finish();
    return { serverTime: now() };
  },
};

export const SYSTEM_STATUS_PATH = '/sapi/v1/system/status';

const systemStatus: Endpoint = {
  path: SYSTEM_STATUS_PATH,
  weight: () => 1,
  answer: (parameters, { isInMaintenance }) => {
    parameters.finish();
    return isInMaintenance() ? { status: 1, msg: 'system_maintenance' } : { status: 0, msg: 'normal' };
  },
};

export const PUBLIC_ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  [ping, time, systemStatus, exchangeInfo, klines, tickerPrice, averagePrice, depth].map((one) => [
    one.path,
    one,
  ]),
);
