// Accounts and orders of the exchange over the wire: what it accepts, fills, refuses and remembers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningExchange, startExchange } from '../exchange.ts';
import { amountOf, textOf } from '../numbers/amount.ts';
import { control, openTestAccount, type Reply, signedClient, type TestKeys } from './signed-client.ts';

const NOW_MS = Date.parse('2026-03-04T10:40:00Z');
let nowMs = NOW_MS;
let exchange: RunningExchange;
let price = '';

beforeAll(async () => {
  exchange = await startExchange({ port: 0, now: () => nowMs });
  price = String((await control(exchange.url, 'GET /api/v3/ticker/price?symbol=BTCUSDT')).body.price);
});
afterAll(() => exchange.close());

/** The market's price times a factor, rounded to its tick of a cent. */
const priceTimes = (factor: number) => (Number(price) * factor).toFixed(2);
const amount = (text: unknown) => amountOf(String(text)) ?? 0n;

const open = async (order: object = {}) => {
  const keys = await openTestAccount(exchange.url, order);
  const call = signedClient(exchange.url, keys, () => nowMs);
  const ledger = async () => {
    const { body } = await control(exchange.url, `GET /ledger?api_key=${keys.apiKey}`);
    return (body.accounts as Record<string, never>[])[0] as unknown as Ledger;
  };
  const buy = (parameters: Record<string, string | number> = {}) =>
    call('POST /api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'IOC',
      quantity: '0.01',
      price: priceTimes(1.01),
      ...parameters,
    });
  return { keys, call, buy, ledger };
};

type Ledger = {
  readonly balances: { asset: string; free: string; locked: string }[];
  readonly orders: Record<string, string>[];
  readonly fills: Record<string, string>[];
  readonly order_requests: Record<string, number>;
};
const holding = (ledger: Ledger, asset: string) => {
  const found = ledger.balances.find((balance) => balance.asset === asset);
  return [found?.free ?? '0.00000000', found?.locked ?? '0.00000000'];
};

describe('an order', () => {
  test('is filled from the book, and money, coins and fee add up to the last unit', async () => {
    const { buy, ledger } = await open();
    const { status, body } = await buy({ newClientOrderId: 'one' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ clientOrderId: 'one', status: 'FILLED', executedQty: '0.01000000' });
    const after = await ledger();
    expect(after.fills).toHaveLength(1);
    const [fill] = after.fills;
    expect(fill).toMatchObject({ fee: '0.00001000', fee_asset: 'BTC', client_order_id: 'one' });
    expect(Number(fill?.price)).toBeGreaterThan(Number(price));
    expect(holding(after, 'BTC')).toEqual(['0.00999000', '0.00000000']);
    expect(holding(after, 'USDT')).toEqual([
      textOf(10_000n * 10n ** 8n - amount(body.cummulativeQuoteQty)),
      '0.00000000',
    ]);
    expect(after.order_requests).toEqual({ one: 1 });
  });

  test('larger than the depth within its limit is filled in part, at rising prices, and the rest expires', async () => {
    const { buy, ledger } = await open({ capital_usdt: 8_000_000 });
    const { body } = await buy({ quantity: '90', price: priceTimes(1.0008) });
    expect(body).toMatchObject({ status: 'EXPIRED', timeInForce: 'IOC' });
    expect(amount(body.executedQty)).toBeGreaterThan(0n);
    expect(amount(body.executedQty)).toBeLessThan(amount('90'));
    const prices = (await ledger()).fills.map((fill) => Number(fill.price));
    expect(prices.length).toBeGreaterThan(1);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(Math.max(...prices)).toBeLessThanOrEqual(Number(priceTimes(1.0008)));
    expect(holding(await ledger(), 'USDT')[1]).toBe('0.00000000');
  });

  test('by quote at the market spends no more than requested', async () => {
    const { call } = await open();
    const { body } = await call('POST /api/v3/order', {
      symbol: 'ETHUSDT',
      side: 'BUY',
      type: 'MARKET',
      quoteOrderQty: '100',
    });
    expect(body).toMatchObject({ status: 'FILLED', type: 'MARKET', origQuoteOrderQty: '100.00000000' });
    expect(Number(body.cummulativeQuoteQty)).toBeGreaterThan(99);
    expect(Number(body.cummulativeQuoteQty)).toBeLessThanOrEqual(100);
  });

  test('that rests locks its money, is listed as open, and unlocks it when it is cancelled', async () => {
    const { call, buy, ledger } = await open();
    const limit = priceTimes(0.9);
    await buy({ timeInForce: 'GTC', price: limit, newClientOrderId: 'rest' });
    const value = textOf(amount(limit) / 100n);
    expect(holding(await ledger(), 'USDT')).toEqual([textOf(amount('10000') - amount(value)), value]);
    expect((await call('GET /api/v3/openOrders', { symbol: 'BTCUSDT' })).body).toHaveLength(1);
    const canceled = await call('DELETE /api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'rest' });
    expect(canceled.body).toMatchObject({ status: 'CANCELED', executedQty: '0.00000000' });
    expect(holding(await ledger(), 'USDT')).toEqual(['10000.00000000', '0.00000000']);
    expect((await call('GET /api/v3/openOrders')).body).toHaveLength(0);
  });

  test('that rests is filled at its own price when the market gets there', async () => {
    const { call, buy } = await open({ capital_usdt: 0, coins: { BTC: '1' } });
    await buy({ side: 'SELL', timeInForce: 'GTC', price: priceTimes(1.002), newClientOrderId: 'goal' });
    nowMs = NOW_MS + 60 * 86_400_000;
    const { body } = await call('GET /api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'goal' });
    const trades = await call('GET /api/v3/myTrades', { symbol: 'BTCUSDT' });
    nowMs = NOW_MS;
    expect(body).toMatchObject({ status: 'FILLED', executedQty: '0.01000000' });
    expect(trades.body).toMatchObject([{ isMaker: true, isBuyer: false }]);
    expect(Number((trades.body as unknown as { price: string }[])[0]?.price)).toBe(Number(priceTimes(1.002)));
  });

  test('keeps a client id to itself only while it is open, as at Binance', async () => {
    const { buy, call } = await open();
    await buy({ timeInForce: 'GTC', price: priceTimes(0.9), newClientOrderId: 'twin' });
    expect((await buy({ newClientOrderId: 'twin' })).body).toEqual({
      code: -2010,
      msg: 'Duplicate order sent.',
    });
    await call('DELETE /api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'twin' });
    expect((await buy({ newClientOrderId: 'twin' })).status).toBe(200);
    const { body } = await call('GET /api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'twin' });
    expect(body).toMatchObject({ status: 'FILLED' });
    expect((await call('GET /api/v3/allOrders', { symbol: 'BTCUSDT' })).body).toHaveLength(2);
  });
});

describe('refusals', () => {
  let one: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    one = await open();
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['a price off the tick', { price: '50000.001' }, -1013, 'Filter failure: PRICE_FILTER'],
    ['a price far off', { price: '1.00' }, -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
    ['a quantity off the lot', { quantity: '0.000001' }, -1013, 'Filter failure: LOT_SIZE'],
    ['too much of a coin', { quantity: '9001' }, -1013, 'Filter failure: LOT_SIZE'],
    ['too little', { quantity: '0.00001' }, -1013, 'Filter failure: NOTIONAL'],
    [
      'more than there is',
      { quantity: '5' },
      -2010,
      'Account has insufficient balance for requested action.',
    ],
    ['a ninth decimal', { quantity: '0.010000001' }, -1111, "Parameter 'quantity' has too much precision."],
    ['no quantity', { quantity: '' }, -1105, "Parameter 'quantity' was empty."],
    ['an unknown type', { type: 'STOP_LOSS' }, -1116, 'Invalid orderType.'],
    ['an unknown side', { side: 'HOLD' }, -1117, 'Invalid side.'],
    ['an unknown time in force', { timeInForce: 'GTX' }, -1115, 'Invalid timeInForce.'],
    ['an unknown market', { symbol: 'NOPEUSDT' }, -1121, 'Invalid symbol.'],
  ])('%s', async (_what, parameters, code, msg) => {
    expect(await one.buy(parameters)).toMatchObject({ status: 400, body: { code, msg } });
    expect((await one.ledger()).orders).toEqual([]);
  });

  test.each<[string, Record<string, string | number>, number]>([
    ['an old timestamp', { timestamp: NOW_MS - 5_001 }, -1021],
    ['a timestamp ahead', { timestamp: NOW_MS + 1_000 }, -1021],
    ['a window that is too long', { recvWindow: 60_001 }, -1131],
    ['a forged signature', { signature: 'a'.repeat(64) }, -1022],
    ['no order of that name', { origClientOrderId: 'nobody' }, -2013],
  ])('%s', async (_what, parameters, code) => {
    const query = { symbol: 'BTCUSDT', origClientOrderId: 'x', ...parameters };
    expect((await one.call('GET /api/v3/order', query)).body.code).toBe(code);
  });

  test.each<[string, Partial<TestKeys>, number]>([
    ['keys of another format', { apiKey: 'short' }, -2014],
    ['unknown keys', { apiKey: 'b'.repeat(64) }, -2015],
    ['another secret', { apiSecret: 'c' }, -1022],
  ])('%s', async (_what, keys, code) => {
    const call = signedClient(exchange.url, { ...one.keys, ...keys }, () => nowMs);
    expect((await call('GET /api/v3/account')).body.code).toBe(code);
  });

  test('to cancel what is not open', async () => {
    const { body } = await one.call('DELETE /api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'no' });
    expect(body).toEqual({ code: -2011, msg: 'Unknown order sent.' });
  });

  test('keys without a right, whose rights the exchange reports', async () => {
    const { call, buy } = await open({ permissions: { trade: false, withdraw: true } });
    expect((await buy()).body.code).toBe(-2015);
    expect((await call('GET /sapi/v1/account/apiRestrictions')).body).toMatchObject({
      enableReading: true,
      enableSpotAndMarginTrading: false,
      enableWithdrawals: true,
    });
  });

  test('the hundred and first order within ten seconds', async () => {
    const { buy } = await open();
    const replies: Reply[] = [];
    for (let i = 0; i < 101; i += 1) replies.push(await buy({ quantity: '0.0002' }));
    expect(replies[99]?.headers.get('x-mbx-order-count-10s')).toBe('100');
    expect(replies[100]).toMatchObject({ status: 429, body: { code: -1015 } });
  });
});

test('the book has its best prices on both sides of the ticker', async () => {
  const { body } = await control(exchange.url, 'GET /api/v3/depth?symbol=BTCUSDT&limit=5');
  const { bids, asks } = body as unknown as { bids: [string, string][]; asks: [string, string][] };
  expect([bids.length, asks.length]).toEqual([5, 5]);
  expect(Number(bids[0]?.[0])).toBeLessThan(Number(price));
  expect(Number(asks[0]?.[0])).toBeGreaterThan(Number(price));
  expect(Number(asks[0]?.[0]) / Number(price)).toBeLessThan(1.0002);
});
