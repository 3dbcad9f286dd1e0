// From when on an order that the exchange does not know was never accepted.
import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { isGone, ORDER_GONE_AFTER_LEAST_MS } from './order-timing.ts';

const GONE_AFTER_MS = 15_000;
const HOUR_MS = 3_600_000;

test.each([
  ['it was written just now', { ageMs: 0, askedForMs: 0 }, false],
  ['it may still arrive', { ageMs: 14_999, askedForMs: 14_999 }, false],
  ['it is old by both clocks', { ageMs: 15_000, askedForMs: 15_000 }, true],
  ['the clock of its writer may be behind ours', { ageMs: 60_000, askedForMs: 1_000 }, false],
  ['the clock of its writer may be ahead of ours', { ageMs: -60_000, askedForMs: 20_000 }, false],
  ['it is older than clocks differ', { ageMs: HOUR_MS, askedForMs: 0 }, true],
])('an order that the exchange does not know: %s', (_why, times, gone) => {
  expect(isGone(times, GONE_AFTER_MS)).toBe(gone);
});

const settings = {
  PAPER_EXCHANGE_URL: 'http://127.0.0.1:4010',
  MASTER_KEY: 'k'.repeat(64),
  SIGNING_KEY: 'a',
  SIGNING_PUBLIC_KEYS: 'b',
};

test('an order is not given up while it may be on its way', () => {
  const least = config.parse({ ...settings, ORDER_GONE_AFTER_MS: String(ORDER_GONE_AFTER_LEAST_MS + 1) });
  expect(least.ORDER_GONE_AFTER_MS).toBe(ORDER_GONE_AFTER_LEAST_MS + 1);
  const sooner = config.safeParse({ ...settings, ORDER_GONE_AFTER_MS: String(ORDER_GONE_AFTER_LEAST_MS) });
  expect(sooner.error?.issues[0]?.path).toEqual(['ORDER_GONE_AFTER_MS']);
  expect(config.parse(settings).ORDER_GONE_AFTER_MS).toBeGreaterThan(ORDER_GONE_AFTER_LEAST_MS);
});

test('an exchange on this machine may be given less, for tests', () => {
  const local = { ...settings, LIVE_EXCHANGE_URL: 'http://127.0.0.1:4010', ORDER_GONE_AFTER_MS: '1500' };
  expect(config.parse(local).ORDER_GONE_AFTER_MS).toBe(1_500);
});
