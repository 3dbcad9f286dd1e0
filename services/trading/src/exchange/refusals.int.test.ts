// Permanent refusals and errors of our own client are no outage: they are not repeated, and named.
import { startExchange } from '@tradeium/paper-exchange';
import { testLog } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ExchangeRefused, ExchangeUnavailable, type NewOrder } from './exchange-account.ts';
import { openExchangeAccount } from './open-exchange-account.ts';
import { openPlayAccount } from './play-account.ts';

let exchange: Awaited<ReturnType<typeof startExchange>>;
beforeEach(async () => {
  exchange = await startExchange({ port: 0 });
});
afterEach(() => exchange.close());

const fault = (name: string, more: object = {}) =>
  fetch(`${exchange.url}/faults`, { method: 'POST', body: JSON.stringify({ fault: name, ...more }) });
const ACCOUNT = 'GET /api/v3/account';

/** An account, and what is noted of how its exchange answers. */
const open = async () => {
  const keys = await openPlayAccount(exchange.url, '10000');
  const noted: string[] = [];
  const results = {
    worked: () => void noted.push('worked'),
    failed: (cause: unknown) => void noted.push(String(cause)),
  };
  const outside = { ...results, of: () => results, status: () => '' };
  const options = { exchange: 'binance', url: exchange.url, isTestnet: false, log: testLog() };
  const account = openExchangeAccount({ ...keys, ...options, outside });
  const { BTC: price = '' } = await account.prices(['BTC']);
  const order: NewOrder = { clientOrderId: 'one', coin: 'BTC', side: 'buy', quantity: '0.01', price };
  return { account, keys, noted, order };
};

test.each<[string, string, object, RegExp]>([
  ['a country that is not served', 'restricted', {}, /does not serve the country/],
  ['the same in other words', 'error-before-accept', { number: 451 }, /does not serve the country/],
  ['a firewall', 'error-before-accept', { number: 403 }, /firewall/],
])('%s refuses a read at once: the next one is answered', async (_what, name, more, words) => {
  const { account, noted } = await open();
  await fault(name, { on: ACCOUNT, ...more });
  const failure = await account.balances().catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(ExchangeRefused);
  expect(failure).toHaveProperty('message', expect.stringMatching(words));
  expect(noted.every((each) => each === 'worked')).toBe(true);
  expect(await account.balances()).toHaveLength(1);
});

test('what no table has is said in the words of the exchange, without secrets', async () => {
  const { account, keys } = await open();
  const message = `The account of ${keys.apiKey} needs care: password=hunter22.`;
  await fault('refused', { on: ACCOUNT, message });
  const failure = await account.balances().catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(ExchangeRefused);
  expect(failure).toHaveProperty(
    'message',
    '“The account of [secret] needs care: password=[secret] (-2010)”',
  );
});

test('an outage is repeated, and one that lasts is called that', async () => {
  const { account } = await open();
  await fault('error-before-accept', { on: ACCOUNT, number: 503 });
  expect(await account.balances()).toHaveLength(1);
  await fault('error-before-accept', { on: ACCOUNT, number: 503, times: null });
  await expect(account.balances()).rejects.toThrow(ExchangeUnavailable);
});

test('keys are tried where the country is not served: that is what is said', async () => {
  const { account } = await open();
  await fault('restricted', { on: '*', times: null });
  expect(await account.probe()).toMatchObject({ ok: false, problem: 'refused', detail: /country/ });
});

test('an order of a country that is not served is refused, by the read before it or by itself', async () => {
  const { account, order } = await open();
  await fault('restricted');
  expect(await account.placeOrder(order)).toMatchObject({ kind: 'rejected', cause: 'server' });
  await fault('restricted', { on: '*', times: null });
  expect(await account.probe()).toMatchObject({ problem: 'refused' });
  const next = await account.placeOrder({ ...order, clientOrderId: 'two' });
  expect(next).toMatchObject({ kind: 'rejected', cause: 'server', reason: /country/ });
});

test('an order refused for its time says so', async () => {
  const { account, order } = await open();
  await fault('stale-timestamp');
  expect(await account.placeOrder(order)).toMatchObject({ kind: 'rejected', cause: 'clock' });
});

test('an order that our client does not send is no outage', async () => {
  const { account, order, noted } = await open();
  const none = await account.placeOrder({ ...order, coin: 'NOPE' });
  expect(none).toMatchObject({ kind: 'refused-locally', isInvalid: true, reason: /^not sent: / });
  expect(noted.every((each) => each === 'worked')).toBe(true);
  const unknown = await account
    .findOrder({ clientOrderId: 'one', coin: 'NOPE', sinceMs: Date.now() })
    .catch((cause: unknown) => cause);
  expect(unknown).toBeInstanceOf(ExchangeRefused);
  expect(noted.every((each) => each === 'worked')).toBe(true);
});
