// A market that stays away has all markets read again once in a period, whatever else is missing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMissingMarkets } from './missing-markets.ts';

const PERIOD_MS = 600_000;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a market is news once in a period, however often it is missed', () => {
  const isNews = openMissingMarkets(PERIOD_MS);
  const looks = Array.from({ length: 40 }, () => {
    const found = isNews(['LUNA/USDT']);
    vi.advanceTimersByTime(30_000);
    return found;
  });
  expect(looks.filter(Boolean)).toHaveLength(2);
});

test('a different one is news at once; none is not news', () => {
  const isNews = openMissingMarkets(PERIOD_MS);
  expect([
    isNews(['A/USDT']),
    isNews(['A/USDT', 'B/USDT']),
    isNews(['A/USDT', 'B/USDT']),
    isNews([]),
  ]).toEqual([true, true, false, false]);
});
