// Reports of outside servers give the last result of real calls.
import { expect, test } from 'vitest';
import { noteResults, OutsideFailure, openOutsideCalls } from './outside-calls.ts';

const SINCE = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';

const opened = () => {
  let ms = Date.parse(SINCE);
  const calls = openOutsideCalls(() => ms);
  const pass = () => {
    ms += 60_000;
  };
  return { calls, pass };
};

test('it says that nothing is known, what failed since when, and that it works again', () => {
  const { calls, pass } = opened();
  expect(calls.status()).toBe('not used yet');
  calls.failed('the server is busy');
  pass();
  calls.failed('no answer');
  expect(calls.status()).toBe(`fails since ${SINCE}, last tried ${LATER}: no answer`);
  calls.worked();
  expect(calls.status()).toBe('ok');
  calls.failed('no answer');
  expect(calls.status()).toBe(`fails since ${LATER}, last tried ${LATER}: no answer`);
});

test('of several servers those that fail are named', () => {
  const { calls } = opened();
  calls.of('binance').worked();
  calls.of('kraken').failed('RequestTimeout');
  expect(calls.status()).toBe(`kraken fails since ${SINCE}, last tried ${SINCE}: RequestTimeout`);
  calls.of('kraken').worked();
  expect(calls.status()).toBe('ok');
});

test('an error shows its code, also that of its cause, rather than its text', () => {
  const { calls } = opened();
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:25'), { code: 'ECONNREFUSED' });
  calls.failed(new TypeError('fetch failed', { cause: refused }));
  expect(calls.status()).toMatch(/: ECONNREFUSED$/);
  calls.failed(new OutsideFailure('the provider answered with 500'));
  expect(calls.status()).toMatch(/: the provider answered with 500$/);
  calls.failed(new RangeError('GET /orders?api_key=secret'));
  expect(calls.status()).toMatch(/: RangeError$/);
});

test('methods whose results are noted answer and fail as before', async () => {
  const { calls } = opened();
  let isAway = false;
  const ask = async (name: string) => {
    if (isAway) throw new OutsideFailure('away');
    return `hello ${name}`;
  };
  const server = noteResults({ ask, askNobody: async () => null }, calls);
  await server.askNobody();
  expect(calls.status()).toBe('not used yet');
  expect(await server.ask('ann')).toBe('hello ann');
  expect(calls.status()).toBe('ok');
  isAway = true;
  await expect(server.ask('ann')).rejects.toThrow('away');
  expect(calls.status()).toMatch(/: away$/);
});
