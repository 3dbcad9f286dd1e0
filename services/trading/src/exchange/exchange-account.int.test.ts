// An account at the exchange through ccxt: exact amounts, one request for each order, and outcomes that can be trusted.
import { startExchange } from '@tradeium/paper-exchange';
import { testLog } from '@tradeium/testing';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ExchangeAccount, NewOrder } from './exchange-account.ts';
import { openExchangeAccount } from './open-exchange-account.ts';
import { openPlayAccount } from './play-account.ts';

let exchange: Awaited<ReturnType<typeof startExchange>>;
beforeAll(async () => {
  exchange = await startExchange({ port: 0 });
});
afterEach(() => control('DELETE /faults'));
afterAll(() => exchange.close());

const control = async (route: string, body?: object) => {
  const [method = 'GET', path = ''] = route.split(' ');
  const response = await fetch(exchange.url + path, { method, ...(body && { body: JSON.stringify(body) }) });
  return response.json();
};
const fault = (name: string, more: object = {}) => control('POST /faults', { fault: name, ...more });

const accountWith = (keys: { apiKey: string; apiSecret: string }): ExchangeAccount =>
  openExchangeAccount({ ...keys, exchange: 'binance', url: exchange.url, isTestnet: false, log: testLog() });

const open = async (capital = '10000') => {
  const keys = await openPlayAccount(exchange.url, capital);
  const account = accountWith(keys);
  const { BTC: price = '0' } = await account.prices(['BTC']);
  const ledger = async () => (await control(`GET /ledger?api_key=${keys.apiKey}`)).accounts[0];
  const buy = (clientOrderId: string, more: Partial<NewOrder> = {}): NewOrder => ({
    clientOrderId,
    coin: 'BTC',
    side: 'buy',
    quantity: '0.01',
    price: (Number(price) * 1.01).toFixed(2),
    ...more,
  });
  return { keys, account, price, ledger, buy };
};

describe('what is read', () => {
  test('rules and prices of coins that have an open market', async () => {
    const { account } = await open();
    expect(await account.rules(['BTC', 'DOGE', 'NOPE'])).toEqual({
      BTC: {
        coin: 'BTC',
        tickSize: '0.01',
        lotSize: '0.00001',
        amountMin: '0.00001',
        amountMax: '9000',
        notionalMin: '5',
        notionalMax: '9000000',
        positionMax: '0',
        buyPriceMax: '1000000',
        sellPriceMin: '0.01',
      },
      DOGE: expect.objectContaining({ tickSize: '0.00001', lotSize: '1' }),
    });
    const prices = await account.prices(['BTC', 'NOPE']);
    expect(Object.keys(prices)).toEqual(['BTC']);
    expect(Number(prices.BTC)).toBeGreaterThan(0);
  });

  test('balances, exactly as the ledger has them', async () => {
    const { account, ledger, buy } = await open('1234.56789012');
    expect(await account.balances()).toEqual([{ asset: 'USDT', free: '1234.56789012', locked: '0' }]);
    await account.placeOrder(buy('one', { quantity: '0.00777' }));
    const exact = (await ledger()).balances.map(({ asset, free }: Record<string, string>) => [asset, free]);
    const read = (await account.balances()).map(({ asset, free }) => [asset, free]);
    expect(read.map(([asset, free]) => [asset, Number(free)])).toEqual(
      exact.map(([asset, free]: [string, string]) => [asset, Number(free)]),
    );
    expect(read[1]?.[1]).toBe('0.00776223');
  });
});

describe('an order', () => {
  test('is reported with its fills, found again by its id, and there once', async () => {
    const { account, ledger, buy } = await open();
    const outcome = await account.placeOrder(buy('first'));
    if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
    const { report } = outcome;
    expect(report).toMatchObject({
      clientOrderId: 'first',
      status: 'filled',
      filled: '0.01',
      quantity: '0.01',
    });
    expect(report.fills).toMatchObject([{ quantity: '0.01', fee: '0.00001', feeAsset: 'BTC' }]);
    expect(await account.findOrder({ clientOrderId: 'first', coin: 'BTC', sinceMs: Date.now() })).toEqual(
      report,
    );
    expect(await account.fillsSince('BTC', Date.now() - 1_000)).toEqual(report.fills);
    expect((await ledger()).order_requests).toEqual({ first: 1 });
  });

  test('that reaches beyond the book is filled in part and expires', async () => {
    const { account, price, buy } = await open('9000000');
    const limit = (Number(price) * 1.0008).toFixed(2);
    const outcome = await account.placeOrder(buy('big', { quantity: '95', price: limit }));
    expect(outcome).toMatchObject({ kind: 'accepted', report: { status: 'expired' } });
  });

  test('that was never sent is not found; one that rests is cancelled once, however often asked', async () => {
    const { account, keys, price } = await open();
    expect(await account.findOrder({ clientOrderId: 'none', coin: 'BTC', sinceMs: Date.now() })).toBe(
      'not-found',
    );
    await restAt(keys, (Number(price) * 0.9).toFixed(2));
    expect(await account.openOrders(['BTC', 'ETH'])).toMatchObject([
      { clientOrderId: 'resting', status: 'open' },
    ]);
    for (const _ of [1, 2])
      expect(await account.cancelOrder('BTC', 'resting')).toMatchObject({ status: 'canceled', filled: '0' });
    expect(await account.openOrders(['BTC'])).toEqual([]);
  });
});

/** An order by hand, as the owner of the account may place one. */
const restAt = async (keys: { apiKey: string; apiSecret: string }, price: string): Promise<void> => {
  const { default: ccxt } = await import('ccxt');
  const api = `${exchange.url}/api/v3`;
  const client = new ccxt.binance({
    apiKey: keys.apiKey,
    secret: keys.apiSecret,
    urls: { api: { public: api, private: api } },
    options: { fetchMarkets: { types: ['spot'] }, fetchMargins: false, fetchCurrencies: false },
  });
  await client.createOrder('BTC/USDT', 'limit', 'buy', 0.01, Number(price), { clientOrderId: 'resting' });
};

/** An account, and what is noted of how its exchange answers. */
const observed = (url: string, keys: { apiKey: string; apiSecret: string }) => {
  const noted: string[] = [];
  const results = {
    worked: () => void noted.push('worked'),
    failed: (cause: unknown) => void noted.push(String(cause)),
  };
  const outside = { ...results, of: () => results, status: () => '' };
  const far = openExchangeAccount({
    ...{ ...keys, url, outside, exchange: 'binance', isTestnet: false, log: testLog() },
  });
  return { far, noted };
};

describe('an order in trouble', () => {
  test.each<[string, object, string, boolean]>([
    ['cut-after-accept', {}, 'unknown', true],
    ['cut-before-accept', {}, 'unknown', false],
    ['error-after-accept', { number: 503 }, 'unknown', true],
    ['error-before-accept', { number: 502 }, 'unknown', false],
    ['unreadable-answer', {}, 'unknown', true],
    ['rate-limit', { number: 1 }, 'rejected', false],
    ['delisting', { symbol: 'BTCUSDT' }, 'rejected', false],
    ['revoked-keys', { on: '*' }, 'rejected', false],
    ['no-trade-right', {}, 'rejected', false],
    ['duplicate-fill', {}, 'accepted', true],
    ['partial-fill', { number: 50 }, 'accepted', true],
  ])('%s: it is sent once, is %s, and is there or not', async (name, more, kind, isThere) => {
    const { account, ledger, buy, keys } = await open();
    await fault(name, { ...more, ...(name !== 'delisting' && { api_key: keys.apiKey }) });
    const sinceMs = Date.now();
    expect((await account.placeOrder(buy('one'))).kind).toBe(kind);
    await control('DELETE /faults');
    expect((await ledger()).order_requests).toEqual({ one: 1 });
    const found = await account.findOrder({ clientOrderId: 'one', coin: 'BTC', sinceMs });
    if (isThere) expect(found).toMatchObject({ status: 'filled', filled: '0.01' });
    else expect(found).toBe('not-found');
  });

  test('whether it was answered is noted: a refusal is an answer', async () => {
    const own = await startExchange({ port: 0 });
    onTestFinished(() => own.close());
    const keys = await openPlayAccount(own.url, '10000');
    const { far, noted } = observed(own.url, keys);
    const { BTC: price = '0' } = await far.prices(['BTC']);
    const order: NewOrder = { clientOrderId: 'one', coin: 'BTC', side: 'buy', quantity: '0.01', price };
    const cut = { fault: 'cut-after-accept', api_key: keys.apiKey };
    await fetch(`${own.url}/faults`, { method: 'POST', body: JSON.stringify(cut) });
    expect((await far.placeOrder(order)).kind).toBe('unknown');
    expect(noted.at(-1)).toBe('an order without a clear answer');
    const refused = await far.placeOrder({ ...order, clientOrderId: 'two', quantity: '100' });
    expect(refused.kind).toBe('rejected');
    expect(noted.at(-1)).toBe('worked');
  });

  test('an exchange that is not there has got nothing', async () => {
    const { account, buy } = await open();
    const gone = await startExchange({ port: 0 });
    const keys = await openPlayAccount(gone.url, '100');
    const { far, noted } = observed(gone.url, keys);
    await far.rules(['BTC']);
    await far.balances();
    await gone.close();
    expect((await far.placeOrder(buy('one'))).kind).toBe('refused-locally');
    expect(noted.at(-1)).toBe('an order could not be sent');
    expect((await account.placeOrder(buy('two'))).kind).toBe('accepted');
  });

  test('an order that had to wait for seconds is not sent any more', async () => {
    const other = await startExchange({ port: 0 });
    onTestFinished(() => other.close());
    const keys = await openPlayAccount(other.url, '1000');
    const slow = { fault: 'slow', number: 3_100, on: 'GET /api/v3/time' };
    await fetch(`${other.url}/faults`, { method: 'POST', body: JSON.stringify(slow) });
    const { buy } = await open();
    const options = { exchange: 'binance', url: other.url, isTestnet: false, log: testLog() };
    const outcome = await openExchangeAccount({ ...keys, ...options }).placeOrder(buy('late'));
    expect(outcome).toMatchObject({ kind: 'refused-locally', reason: /wait/ });
    const { accounts } = (await (await fetch(`${other.url}/ledger`)).json()) as { accounts: object[] };
    expect(accounts).toMatchObject([{ order_requests: {}, orders: [] }]);
  });

  test('a fill that comes after the end is found later', async () => {
    const { account, buy } = await open();
    await fault('fill-after-cancel');
    const outcome = await account.placeOrder(buy('late'));
    expect(outcome).toMatchObject({ kind: 'accepted', report: { status: 'expired', filled: '0' } });
    const found = await account.findOrder({ clientOrderId: 'late', coin: 'BTC', sinceMs: Date.now() });
    expect(found).toMatchObject({ status: 'filled', filled: '0.01' });
  });

  test('a clock that is wrong is corrected for the next order', async () => {
    const { account, buy } = await open();
    await fault('clock-skew', { number: 600_000 });
    expect(await account.placeOrder(buy('one'))).toMatchObject({ kind: 'rejected', reason: /1021/ });
    expect((await account.placeOrder(buy('two'))).kind).toBe('accepted');
    await control('DELETE /faults');
    await account.probe();
  });

  test('accounts that trade at once never use the keys of one another', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => open()));
    const outcomes = await Promise.all(
      accounts.map(({ account, buy }, n) => account.placeOrder(buy(`of-${n}`))),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(accounts.map(() => 'accepted'));
    for (const [n, { ledger }] of accounts.entries())
      expect((await ledger()).orders).toMatchObject([{ client_order_id: `of-${n}` }]);
  });
});

// spec: trading.20
test('a market that refused an order is read again soon, and so is one that is halted', async () => {
  const { account, buy } = await open();
  const { SOL: price = '0' } = await account.prices(['SOL']);
  await fault('delisting', { symbol: 'SOLUSDT' });
  // Nothing has shown it yet.
  expect(await account.prices(['SOL'])).toHaveProperty('SOL');
  const limit = (Number(price) * 1.005).toFixed(2);
  const refused = await account.placeOrder(buy('halted', { coin: 'SOL', quantity: '1', price: limit }));
  expect(refused.kind).toBe('rejected');
  const now = performance.now.bind(performance);
  let laterMs = 31_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
  onTestFinished(() => clock.mockRestore());
  expect(await account.prices(['SOL'])).toEqual({});
  await control('DELETE /faults');
  expect(await account.prices(['SOL'])).toEqual({});
  laterMs = 62_000;
  expect(await account.prices(['SOL'])).toHaveProperty('SOL');
});
