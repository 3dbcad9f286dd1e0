// Faults on command, the clock, and accounts that outlive a restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { control, openTestAccount, signedClient } from '../accounts/signed-client.ts';
import { type RunningExchange, startExchange } from '../exchange.ts';

const NOW_MS = Date.parse('2026-03-04T10:40:00Z');
let exchange: RunningExchange;

beforeAll(async () => {
  exchange = await startExchange({ port: 0, now: () => NOW_MS });
});
afterEach(async () => {
  await control(exchange.url, 'DELETE /faults');
});
afterAll(() => exchange.close());

const BUY = { symbol: 'SOLUSDT', side: 'BUY', type: 'MARKET', quantity: '1' };

const open = async (url = exchange.url) => {
  const keys = await openTestAccount(url);
  const call = signedClient(url, keys, () => NOW_MS);
  return {
    keys,
    call,
    buy: (clientOrderId: string) => call('POST /api/v3/order', { ...BUY, newClientOrderId: clientOrderId }),
    orders: async () =>
      (await call('GET /api/v3/allOrders', { symbol: 'SOLUSDT' })).body as unknown as object[],
    trades: async () =>
      (await call('GET /api/v3/myTrades', { symbol: 'SOLUSDT' })).body as unknown as object[],
  };
};
const order = (fault: string, more: object = {}) => control(exchange.url, 'POST /faults', { fault, ...more });

describe('a fault of the next order', () => {
  test.each([
    ['time-out-after-accept', 1],
    ['time-out-before-accept', 0],
    ['cut-after-accept', 1],
    ['cut-before-accept', 0],
    ['unreadable-answer', 1],
  ])('%s leaves %i order and no answer', async (fault, left) => {
    const { keys, orders } = await open();
    await order(fault, { api_key: keys.apiKey });
    const call = signedClient(exchange.url, keys, () => NOW_MS);
    const given = Promise.race(
      [
        call('POST /api/v3/order', { ...BUY, newClientOrderId: 'one' }),
        // The request arrived, and its order is there or not, long before this.
        fault.startsWith('time-out') ? waitForRequest(keys.apiKey, 'one') : undefined,
      ].filter((one) => one !== undefined),
    );
    await expect(given).rejects.toThrow();
    await expect.poll(orders).toHaveLength(left);
  });

  test.each([
    ['error-before-accept', {}, 503, 0],
    ['error-after-accept', { number: 504 }, 504, 1],
    ['rate-limit', { number: 7 }, 429, 0],
    ['ban', { number: 9 }, 418, 0],
  ])('%s is answered with its status', async (fault, more, status, left) => {
    const { buy, orders, keys } = await open();
    await order(fault, { ...more, api_key: keys.apiKey });
    const refused = await buy('one');
    expect(refused.status).toBe(status);
    if (status === 429) expect(refused.headers.get('retry-after')).toBe('7');
    expect(await orders()).toHaveLength(left);
    expect((await buy('two')).status).toBe(200);
  });

  test('half is filled at once, the rest later', async () => {
    const { buy, call, trades } = await open();
    await order('partial-fill', { number: 40 });
    expect((await buy('one')).body).toMatchObject({ status: 'PARTIALLY_FILLED', executedQty: '0.40000000' });
    const later = await call('GET /api/v3/order', { symbol: 'SOLUSDT', origClientOrderId: 'one' });
    expect(later.body).toMatchObject({ status: 'FILLED', executedQty: '1.00000000' });
    expect((await trades()).length).toBeGreaterThan(1);
  });

  test('the order looks ended, and its fill comes once it is due', async () => {
    const { buy, call, trades } = await open();
    await order('fill-after-cancel', { later_ms: 1 });
    expect((await buy('one')).body).toMatchObject({
      status: 'EXPIRED',
      executedQty: '0.00000000',
      fills: [],
    });
    expect(await trades()).toEqual([]);
    await control(exchange.url, 'POST /clock', { advance_ms: 1 });
    const late = await call('GET /api/v3/order', { symbol: 'SOLUSDT', origClientOrderId: 'one' });
    expect(late.body).toMatchObject({ status: 'FILLED' });
    await control(exchange.url, 'POST /clock', { now: NOW_MS });
  });

  test('fills are reported twice, and booked once', async () => {
    const { buy, call, trades } = await open();
    await order('duplicate-fill');
    const { fills } = (await buy('one')).body as unknown as { fills: { tradeId: number }[] };
    expect(fills.map(({ tradeId }) => tradeId)).toEqual([fills[0]?.tradeId, fills[0]?.tradeId]);
    expect(await trades()).toHaveLength(1);
    const { balances } = (await call('GET /api/v3/account')).body as unknown as { balances: object[] };
    expect(balances).toContainEqual({ asset: 'SOL', free: '0.99900000', locked: '0.00000000' });
  });

  test('a share of the requests is hit, the same for the same seed', async () => {
    const run = async () => {
      const { buy, keys } = await open();
      await order('error-before-accept', { times: null, probability: 0.5, seed: 7, api_key: keys.apiKey });
      const statuses: number[] = [];
      for (let i = 0; i < 20; i += 1) statuses.push((await buy(`o${i}`)).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await run()).toEqual(first);
  });
});

/** Rejects once the exchange has seen the request; its ledger waits for nothing that is under way. */
const waitForRequest = async (apiKey: string, clientOrderId: string): Promise<never> => {
  for (;;) {
    const { body } = await control(exchange.url, `GET /ledger?api_key=${apiKey}`);
    const [account] = body.accounts as { order_requests: object; orders: object[] }[];
    const faults = (await control(exchange.url, 'GET /faults')).body.faults as object[];
    if (account && clientOrderId in account.order_requests && faults.length === 0)
      throw new Error('no answer');
  }
};

describe('a state of the exchange', () => {
  test.each([
    ['maintenance', {}, -1001],
    ['delisting', { symbol: 'SOLUSDT' }, -1013],
    ['clock-skew', { number: 60_000 }, -1021],
    ['revoked-keys', {}, -2015],
    ['no-trade-right', {}, -2015],
  ])('%s lasts until it is taken back', async (fault, more, code) => {
    const { buy } = await open();
    await order(fault, more);
    expect((await buy('one')).body.code).toBe(code);
    expect((await buy('two')).body.code).toBe(code);
    await control(exchange.url, 'DELETE /faults');
    expect((await buy('three')).status).toBe(200);
  });

  test('a market trades at a share of its candles, the newest of which counts', async () => {
    const priceOf = async (symbol: string) => {
      const response = await fetch(`${exchange.url}/api/v3/ticker/price?symbol=${symbol}`);
      return Number(((await response.json()) as { price: string }).price);
    };
    const before = await priceOf('SOLUSDT');
    await order('price-move', { symbol: 'SOLUSDT', number: 90 });
    await order('price-move', { symbol: 'SOLUSDT', number: 80 });
    expect((await priceOf('SOLUSDT')) / before).toBeCloseTo(0.8, 2);
    expect(await priceOf('ADAUSDT')).toBeGreaterThan(0);
    await control(exchange.url, 'DELETE /faults');
    expect((await priceOf('SOLUSDT')) / before).toBeCloseTo(1, 2);
  });

  test('a delisted market is declared as halted, maintenance by the status of the system', async () => {
    await order('delisting', { symbol: 'SOLUSDT' });
    const { body } = await control(exchange.url, 'GET /api/v3/exchangeInfo?symbol=SOLUSDT');
    expect(body).toMatchObject({ symbols: [{ status: 'BREAK' }] });
    await order('maintenance');
    expect((await control(exchange.url, 'GET /sapi/v1/system/status')).body).toMatchObject({ status: 1 });
  });
});

test('the clock moves prices and candles along, and can run faster', async () => {
  const priceNow = async () =>
    (await control(exchange.url, 'GET /api/v3/ticker/price?symbol=ETHUSDT')).body.price;
  const before = await priceNow();
  const moved = await control(exchange.url, 'POST /clock', { advance_ms: 86_400_000 });
  expect(moved.body.now).toBe(NOW_MS + 86_400_000);
  expect((await control(exchange.url, 'GET /api/v3/time')).body.serverTime).toBe(NOW_MS + 86_400_000);
  expect(await priceNow()).not.toBe(before);
  await control(exchange.url, 'POST /clock', { now: NOW_MS });
  expect(await priceNow()).toBe(before);
});

test('accounts, orders and balances are there again after a restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'exchange-'));
  const testKeys = { apiKey: 'a'.repeat(64), apiSecret: 'secret' };
  const start = () => startExchange({ port: 0, now: () => NOW_MS, directory, testKeys });
  const first = await start();
  const { keys, buy } = await open(first.url);
  await buy('one');
  await control(first.url, 'POST /deposits', { api_key: keys.apiKey, asset: 'ETH', amount: '0.5' });
  const before = (await control(first.url, 'GET /ledger')).body;
  await first.close();
  const second = await start();
  const after = (await control(second.url, 'GET /ledger')).body;
  const withoutCounts = (body: Record<string, unknown>) =>
    (body.accounts as object[]).map((account) => ({ ...account, order_requests: {} }));
  expect(withoutCounts(after)).toEqual(withoutCounts(before));
  const call = signedClient(second.url, testKeys, () => NOW_MS);
  expect((await call('GET /api/v3/account')).body).toMatchObject({
    balances: [{ asset: 'USDT', free: '10000.00000000', locked: '0.00000000' }],
  });
  await second.close();
  await rm(directory, { recursive: true });
});

test('pages of other sites are turned away', async () => {
  const response = await fetch(`${exchange.url}/faults`, {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(response.status).toBe(403);
});
