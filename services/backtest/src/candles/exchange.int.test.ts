// A rate-limited request waits as long as the exchange asks, and no longer than a user would.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startExchange } from '@tradeium/paper-exchange';
import type { CallResults } from '@tradeium/service-kit';
import { testLog } from '@tradeium/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openCandleSource } from './exchange.ts';

const DAY = 86_400_000;
const from = Date.parse('2020-06-01T00:00:00Z');

const sourceAt = (url: string) => {
  const log = testLog();
  const results: string[] = [];
  const noted: CallResults = {
    worked: () => void results.push('worked'),
    failed: (cause) => void results.push(String(cause)),
  };
  return { log, results, source: openCandleSource({ id: 'binance', url, pauseMs: 1, log, results: noted }) };
};

test('after a 429 no request is sent before the minute is over, and then the candles come', async () => {
  const lateInTheMinute = Date.parse('2021-01-01T00:00:59Z');
  let startedAt: number | null = null;
  const now = () => lateInTheMinute + (startedAt === null ? 0 : Date.now() - startedAt);
  const exchange = await startExchange({ port: 0, now });
  onTestFinished(() => exchange.close());
  const { source, log } = sourceAt(exchange.url);
  await source.page('BTC', '24h', from, from);
  // Each weighs 20 of the 6,000 allowed per minute.
  const exhaust = () => fetch(`${exchange.url}/api/v3/exchangeInfo`).then((answer) => answer.arrayBuffer());
  for (let batch = 0; batch < 10; batch += 1) await Promise.all(Array.from({ length: 30 }, exhaust));
  startedAt = Date.now();
  const rows = await Promise.all(['BTC', 'ETH'].map((coin) => source.page(coin, '24h', from, from + DAY)));
  expect(rows.map(({ length }) => length)).toEqual([2, 2]);
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
  expect(log.lines.map(({ message }) => message)).toContain('binance@127.0.0.1 limits requests: waiting 1 s');
});

/** An exchange with the same answer to every request. */
const answering = async (status: number, headers: Record<string, string>) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"code":-1003}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return {
    close,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
  };
};

test('a ban of an hour is reported at once, and no request is sent until it is over', async () => {
  const exchange = await answering(418, { 'retry-after': '3600' });
  const { source, results } = sourceAt(exchange.url);
  const page = () => source.page('BTC', '24h', from, from + DAY);
  await expect(page()).rejects.toThrow(/takes no requests before 20/);
  expect(results).toEqual([expect.stringMatching(/takes no requests before 20/)]);
  await expect(page()).rejects.toThrow(/takes no requests before 20/);
  expect(exchange.requests()).toBe(1);
});

test('a request that fails on the way is tried four times, and works again once the exchange is back', async () => {
  const down = await answering(503, {});
  const { source, results } = sourceAt(down.url);
  await expect(source.page('BTC', '24h', from, from)).rejects.toThrow(/-1003/);
  // By the kind of its error alone: the text may hold what was signed.
  expect(results).toEqual([expect.stringMatching(/^[A-Za-z]+$/)]);
  expect(down.requests()).toBe(4);
  await down.close();
  const exchange = await startExchange({ port: Number(new URL(down.url).port) });
  onTestFinished(() => exchange.close());
  expect(await source.page('BTC', '24h', from, from)).toHaveLength(1);
  expect(results.at(-1)).toBe('worked');
});

test('says what orders it accepts, and refuses a coin that it does not list', async () => {
  const exchange = await startExchange({ port: 0 });
  onTestFinished(() => exchange.close());
  const { source } = sourceAt(exchange.url);
  expect(await source.rules(['DOGE', 'BTC'])).toEqual([
    expect.objectContaining({ coin: 'DOGE', tickSize: '0.00001', lotSize: '1', notionalMin: '5' }),
    expect.objectContaining({ coin: 'BTC', tickSize: '0.01', lotSize: '0.00001', amountMax: '9000' }),
  ]);
  await expect(source.rules(['NOPE'])).rejects.toThrow('the exchange does not list NOPE');
});

test('tells the time of the exchange, not ours', async () => {
  const exchange = await startExchange({ port: 0, now: () => from });
  onTestFinished(() => exchange.close());
  expect(await sourceAt(exchange.url).source.time()).toBe(from);
});

test('a coin that the exchange does not list has no candles, and is not requested again', async () => {
  const exchange = await startExchange({ port: 0 });
  onTestFinished(() => exchange.close());
  const { source, log } = sourceAt(exchange.url);
  expect(await source.page('NOPE', '24h', from, from)).toEqual([]);
  expect(await source.isTraded('NOPE')).toBe(false);
  expect(log.lines).toEqual([]);
});

test('ccxt is not asked for an exchange that it does not know', () => {
  expect(() => openCandleSource({ id: 'nope', url: '', pauseMs: 0, log: testLog() })).toThrow(
    "ccxt knows no exchange 'nope'",
  );
});

test('markets that could not be read for a while are read again, and candles follow', async () => {
  const exchange = await startExchange({ port: 0 });
  onTestFinished(() => exchange.close());
  const { source } = sourceAt(exchange.url);
  expect(await source.page('BTC', '24h', from, from)).toHaveLength(1);
  const fault = { fault: 'error-before-accept', on: 'GET /api/v3/exchangeInfo', times: null };
  await fetch(`${exchange.url}/faults`, { method: 'POST', body: JSON.stringify(fault) });
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  onTestFinished(() => later.mockRestore());
  await expect(source.isTraded('BTC')).rejects.toThrow();
  await fetch(`${exchange.url}/faults`, { method: 'DELETE' });
  expect(await source.page('BTC', '24h', from, from)).toHaveLength(1);
  expect(await source.isTraded('BTC')).toBe(true);
});
