// The probe's words about an account's keys.
import { startExchange } from '@tradeium/paper-exchange';
import { testLog } from '@tradeium/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ExchangeRefusedKeys, ExchangeUnavailable } from './exchange-account.ts';
import { openExchangeAccount } from './open-exchange-account.ts';
import { openPlayAccount } from './play-account.ts';

let exchange: Awaited<ReturnType<typeof startExchange>>;
beforeAll(async () => {
  exchange = await startExchange({ port: 0 });
});
const post = (path: string, body?: object, method = 'POST') =>
  fetch(exchange.url + path, { method, ...(body && { body: JSON.stringify(body) }) });
afterEach(() => post('/faults', undefined, 'DELETE'));
afterAll(() => exchange.close());

const accountWith = (keys: { apiKey: string; apiSecret: string }, url = exchange.url) =>
  openExchangeAccount({ ...keys, exchange: 'binance', url, isTestnet: false, log: testLog() });

test('good keys: their rights, and the offset of the clock', async () => {
  await post('/faults', { fault: 'clock-skew', number: 90_000 });
  const probe = await accountWith(await openPlayAccount(exchange.url, '100')).probe();
  expect(probe).toMatchObject({
    ok: true,
    permissions: { read: true, trade: true, withdraw: false },
    isIpRestricted: false,
  });
  expect(probe.ok && probe.clockOffsetMs).toBeLessThan(-80_000);
});

test('the exchange’s number of an account is the same for other keys of it, and missing where there is none', async () => {
  const opened = async (body: object) => {
    const account = { capital_usdt: 100, ...body };
    const { api_key, api_secret } = (await (await post('/play-accounts', account)).json()) as Record<
      string,
      string
    >;
    return { apiKey: api_key ?? '', apiSecret: api_secret ?? '' };
  };
  const idOf = async (keys: { apiKey: string; apiSecret: string }) => {
    const probe = await accountWith(keys).probe();
    return probe.ok && probe.accountId;
  };
  const [one, two, other] = await Promise.all([opened({ uid: 77 }), opened({ uid: 77 }), opened({})]);
  expect(await idOf(one)).toBe('77');
  expect(await idOf(two)).toBe('77');
  expect(await idOf(other)).toMatch(/^\d+$/);
  await post('/faults', { fault: 'no-uid' });
  expect(await idOf(one)).toBeNull();
});

test.each([
  ['revoked-keys', 'wrong-keys'],
  ['withdraw-right', 'withdraw-allowed'],
  ['no-read-right', 'no-read'],
  ['no-trade-right', 'no-trade'],
])('%s are %s', async (fault, problem) => {
  const keys = await openPlayAccount(exchange.url, '100');
  await post('/faults', { fault });
  const probe = await accountWith(keys).probe();
  expect(probe).toMatchObject({ ok: false, problem, detail: expect.stringMatching(/./) });
});

test('a wrong secret is refused, for reads too, and never shown', async () => {
  const { apiKey } = await openPlayAccount(exchange.url, '100');
  const account = accountWith({ apiKey, apiSecret: 'not-the-secret' });
  expect(await account.probe()).toMatchObject({ ok: false, problem: 'wrong-keys' });
  const refused = await account.balances().catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(ExchangeRefusedKeys);
  expect(String(refused)).not.toMatch(/not-the-secret|signature=/);
});

test('one account without rights does not make the others wait', async () => {
  const [good, bad] = await Promise.all([
    openPlayAccount(exchange.url, '5'),
    openPlayAccount(exchange.url, '5'),
  ]);
  await accountWith(good).balances();
  await post('/faults', { fault: 'revoked-keys', api_key: bad.apiKey });
  await expect(accountWith(bad).balances()).rejects.toBeInstanceOf(ExchangeRefusedKeys);
  expect(await accountWith(good).balances()).toHaveLength(1);
});

test('an exchange that is down is unavailable', async () => {
  const gone = await startExchange({ port: 0 });
  const keys = await openPlayAccount(gone.url, '100');
  await gone.close();
  const account = accountWith(keys, gone.url);
  expect(await account.probe()).toMatchObject({ ok: false, problem: 'unavailable' });
  await expect(openPlayAccount(gone.url, '100')).rejects.toBeInstanceOf(ExchangeUnavailable);
});

test('an exchange that live trading does not support is refused', () => {
  const options = { apiKey: '', apiSecret: '', url: '', isTestnet: false, log: testLog() };
  expect(() => openExchangeAccount({ ...options, exchange: 'kraken' })).toThrow('Kraken cannot be used');
});
