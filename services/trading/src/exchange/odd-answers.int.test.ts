// Unusual answers of an exchange: filters of 0, a largest position, sums that it does not have, fees in its own coin.

import { startExchange } from '@tradeium/paper-exchange';
import { planRebalance } from '@tradeium/portfolio';
import { testLog } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withOpenBuys } from '../rebalances/open-buys.ts';
import type { ExchangeAccount } from './exchange-account.ts';
import { openExchangeAccount } from './open-exchange-account.ts';

let exchange: Awaited<ReturnType<typeof startExchange>>;
beforeEach(async () => {
  exchange = await startExchange({ port: 0 });
});
afterEach(() => exchange.close());

const post = async (path: string, body: object): Promise<Record<string, string>> => {
  const response = await fetch(exchange.url + path, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
};
const fault = (name: string, more: object = {}) => post('/faults', { fault: name, ...more });

const open = async (coins: Record<string, string> = {}) => {
  const opened = await post('/play-accounts', { capital_usdt: '10000', coins });
  const { api_key: apiKey = '', api_secret: apiSecret = '' } = opened;
  const options = { exchange: 'binance', url: exchange.url, isTestnet: false, log: testLog() };
  return openExchangeAccount({ ...options, apiKey, apiSecret });
};

/** The plan of an account for one coin, with the exchange's rules of now. */
const planOf = async (account: ExchangeAccount, coin: string, weight: number) => {
  const [balances, prices, rules] = await Promise.all([
    account.balances(),
    account.prices([coin]),
    account.rules([coin]),
  ]);
  const held = balances
    .filter(({ asset }) => asset === coin)
    .map(({ free, locked }) => ({ coin, free, locked }));
  return planRebalance({
    ...{ prices, rules, feeRate: 0.001, slippage: 0, limitMargin: 0.01 },
    cash: balances.find(({ asset }) => asset === 'USDT')?.free ?? '0',
    holdings: await withOpenBuys(account, held, rules),
    weights: { [coin]: weight },
  });
};

/** Sends the orders of a plan. */
const sent = (account: ExchangeAccount, { sells, buys }: Awaited<ReturnType<typeof planOf>>) =>
  Promise.all(
    [...sells, ...buys].map(({ coin, side, quantity, limitPrice: price }, index) =>
      account.placeOrder({ clientOrderId: `order-${index}`, coin, side, quantity, price }),
    ),
  );

test('filters of 0 are no rules: what is planned is bought, and sold again', async () => {
  await fault('zero-filters', { symbol: 'XRPUSDT' });
  const account = await open();
  expect((await account.rules(['XRP'])).XRP).toMatchObject({ tickSize: '0', lotSize: '0', amountMax: '0' });
  const bought = await sent(account, await planOf(account, 'XRP', 0.5));
  expect(bought).toMatchObject([{ kind: 'accepted', report: { side: 'buy' } }]);
  expect(bought[0]).toHaveProperty('report.filled', expect.stringMatching(/\.\d{5,8}$/));
  const sold = await sent(account, await planOf(account, 'XRP', 0));
  expect(sold).toMatchObject([{ kind: 'accepted', report: { side: 'sell' } }]);
});

test.each([
  ['band', 'percent-price', 0.3],
  ['largest price', 'max-price', 0.3],
])('a limit stays within the %s of its market, and the exchange takes it', async (_what, name, percent) => {
  const ticker = await fetch(`${exchange.url}/api/v3/ticker/price?symbol=XRPUSDT`);
  const { price } = (await ticker.json()) as { price: string };
  const number = name === 'max-price' ? Number((Number(price) * (1 + percent / 100)).toFixed(4)) : percent;
  await fault(name, { symbol: 'XRPUSDT', number });
  const account = await open({ XRP: '1000' });
  const buy = await planOf(account, 'XRP', 0.5);
  expect(Number(buy.buys[0]?.limitPrice)).toBeLessThanOrEqual(Number(price) * (1 + percent / 100) + 1e-4);
  expect(await sent(account, buy)).toMatchObject([{ kind: 'accepted', report: { side: 'buy' } }]);
  if (name === 'max-price') return;
  const sell = await planOf(await open({ XRP: '1000' }), 'XRP', 0);
  expect(Number(sell.sells[0]?.limitPrice)).toBeGreaterThanOrEqual(
    Number(price) * (1 - percent / 100) - 1e-4,
  );
  expect(await sent(account, sell)).toMatchObject([{ kind: 'accepted', report: { side: 'sell' } }]);
});

test('where the price has left what the market takes, no order is sent, and that is why', async () => {
  await fault('max-price', { symbol: 'XRPUSDT', number: 0.01 });
  const { buys, skipped } = await planOf(await open(), 'XRP', 0.5);
  expect(buys).toEqual([]);
  expect(skipped.map(({ reason }) => reason)).toEqual(['outside-price-band']);
});

test('a largest position caps a buy, open orders included, and the exchange accepts what is planned', async () => {
  await fault('max-position', { symbol: 'XRPUSDT', number: 1_000 });
  const account = await open({ XRP: '100' });
  const { XRP: price = '' } = await account.prices(['XRP']);
  const resting = { clientOrderId: 'x', coin: 'XRP', quantity: '0', locked: '0' };
  const openOrders = async () => [{ ...resting, side: 'buy', quantity: '200' } as never];
  const plan = await planOf({ ...account, openOrders }, 'XRP', 1);
  expect(plan.buys.map(({ quantity }) => quantity)).toEqual(['700']);
  const whole = await planOf(account, 'XRP', 1);
  expect(whole.skipped.map(({ reason }) => reason)).toContain('above-position-max');
  expect(await sent(account, whole)).toMatchObject([{ kind: 'accepted', report: { quantity: '900' } }]);
  const one = { clientOrderId: 'one-more', coin: 'XRP', side: 'buy', quantity: '10' } as const;
  const more = await account.placeOrder({ ...one, price: (Number(price) * 1.005).toFixed(4) });
  expect(more).toMatchObject({ kind: 'rejected', reason: /MAX_POSITION/ });
});

test('an order whose sum the exchange does not have is worth its fills, at once and when it is looked up', async () => {
  const account = await open();
  const plan = await planOf(account, 'BTC', 0.5);
  await fault('negative-quote');
  const [placed] = await sent(account, plan);
  if (placed?.kind !== 'accepted') throw new Error(placed?.reason);
  const { clientOrderId, fills, quoteFilled } = placed.report;
  const sum = fills.reduce((total, { price, quantity }) => total + Number(price) * Number(quantity), 0);
  expect(Number(quoteFilled)).toBeCloseTo(sum, 6);
  expect(sum).toBeGreaterThan(4_000);
  const found = await account.findOrder({ clientOrderId, coin: 'BTC', sinceMs: Date.now() });
  expect(found).toMatchObject({ quoteFilled });
});

test('fees in BNB are reported as such, also of an order that buys it, and of one that sells all of it', async () => {
  await fault('fees-in-bnb');
  const account = await open({ BNB: '2' });
  const [bought] = await sent(account, await planOf(account, 'BNB', 0.9));
  expect(bought).toMatchObject({ kind: 'accepted' });
  const assets = (outcome: typeof bought) =>
    outcome?.kind === 'accepted' ? outcome.report.fills.map(({ feeAsset }) => feeAsset) : [];
  expect(new Set(assets(bought))).toEqual(new Set(['BNB']));
  await account.balances();
  const [sold] = await sent(account, await planOf(account, 'BNB', 0));
  expect(sold).toMatchObject({ kind: 'accepted', report: { status: 'filled' } });
});
