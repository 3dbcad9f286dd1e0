// An exchange on this machine that speaks Binance's public spot REST protocol, for use without the internet.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, refuse } from './api-error.ts';
import { readCandleFile } from './candle-file.ts';
import type { Endpoint, Exchange } from './endpoint.ts';
import { exchangeInfo } from './exchange-info.ts';
import { klines } from './klines.ts';
import type { Market } from './markets.ts';
import { readParameters } from './parameters.ts';
import { createPriceHistory, type PriceHistory } from './price-history.ts';
import { createRequestWeight, WEIGHT_PER_MINUTE_MAX } from './request-weight.ts';
import { tickerPrice } from './ticker-price.ts';
import { walkParametersOf } from './walk-parameters.ts';

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

const ENDPOINTS = new Map(
  [ping, time, exchangeInfo, klines, tickerPrice].map((endpoint) => [endpoint.path, endpoint]),
);

export interface ExchangeOptions {
  /** Port on the loopback address; 0 picks a free one. */
  readonly port: number;
  /** The exchange's clock in milliseconds since the epoch; candles after it do not exist yet. */
  readonly now?: () => number;
}

export interface RunningExchange {
  /** Without a path, for example `http://127.0.0.1:4321`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the exchange; rejects when the port is taken. */
export const startExchange = async ({ port, now = Date.now }: ExchangeOptions): Promise<RunningExchange> => {
  const server = createServer(createHandler({ now, historyOf: createHistories() }));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const createHandler = (exchange: Exchange) => {
  const weight = createRequestWeight();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { url = '', method = '' } = request;
    const { pathname, searchParams } = URL.parse(url, 'http://localhost') ?? {};
    const endpoint = method === 'GET' ? ENDPOINTS.get(pathname ?? '') : undefined;
    if (!endpoint || !searchParams) throw refuse.path(pathname ?? url, method);
    const nowMs = exchange.now();
    const used = weight.add(endpoint.weight(searchParams), nowMs);
    response.setHeader('x-mbx-used-weight', used);
    response.setHeader('x-mbx-used-weight-1m', used);
    if (used > WEIGHT_PER_MINUTE_MAX) {
      response.setHeader('Retry-After', weight.retryAfterSeconds(nowMs));
      throw refuse.rateLimited(WEIGHT_PER_MINUTE_MAX);
    }
    return endpoint.answer(readParameters(searchParams), exchange);
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response)
      .then((body) => send(response, 200, body))
      .catch((error: unknown) => {
        const refusal = error instanceof ApiError ? error : refuse.unknown();
        if (refusal !== error) console.error(error);
        send(response, refusal.status, { code: refusal.code, msg: refusal.message });
      });
  };
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache, no-store, must-revalidate',
  });
  response.end(text);
};

/** Each market's history is loaded once; a failure is retried. */
const createHistories = (): ((market: Market) => Promise<PriceHistory>) => {
  const histories = new Map<string, Promise<PriceHistory>>();
  return (market) => {
    const known = histories.get(market.symbol);
    if (known) return known;
    const loading = readCandleFile(market).then((candles) =>
      createPriceHistory(market, candles, walkParametersOf(market.coin)),
    );
    histories.set(market.symbol, loading);
    loading.catch(() => histories.delete(market.symbol));
    return loading;
  };
};
