// A price chart gets the bars of its run, thinned to a screen without losing a peak; a part of it gets more.
import { PRICE_POINTS_MAX } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { pricePoints } from './price-points.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2025, 0, 1);

const hourly = (bars: number, closeOf = (bar: number) => 100 + bar) => ({
  timeframe: '1h' as const,
  timestamp: Float64Array.from({ length: bars }, (_, bar) => START + bar * HOUR),
  open: Float64Array.from({ length: bars }, (_, bar) => closeOf(bar) - 0.5),
  close: Float64Array.from({ length: bars }, (_, bar) => closeOf(bar)),
});

test('begins with the first open, and has each close at the end of its bar', () => {
  expect(pricePoints(hourly(48), START + 24 * HOUR, START + 27 * HOUR)).toEqual({
    bars: 3,
    times: [24, 25, 26, 27].map((hour) => START + hour * HOUR),
    prices: [123.5, 124, 125, 126],
  });
});

test('six years of hours keep their lowest and their highest close, and both ends', () => {
  const closeOf = (bar: number) => (bar === 12_345 ? 1 : bar === 40_001 ? 9_999 : 100 + Math.sin(bar));
  const bars = 50_568;
  const { times, prices, bars: counted } = pricePoints(hourly(bars, closeOf), START, START + bars * HOUR);
  expect(counted).toBe(bars);
  expect(times.length).toBeLessThanOrEqual(PRICE_POINTS_MAX);
  expect(times.length).toBeGreaterThan(PRICE_POINTS_MAX / 2);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  expect([times[0], times.at(-1)]).toEqual([START, START + bars * HOUR]);
  expect(prices[times.indexOf(START + 12_346 * HOUR)]).toBe(1);
  expect(prices[times.indexOf(START + 40_002 * HOUR)]).toBe(9_999);
});

test('a part of it has every bar', () => {
  const days = (from: number, to: number) => [START + from * 24 * HOUR, START + to * 24 * HOUR] as const;
  const part = pricePoints(hourly(50_568), ...days(1_000, 1_030));
  expect(part.times).toHaveLength(30 * 24 + 1);
  expect(part.bars).toBe(30 * 24);
});

test.each([
  ['nothing', 0, START, START + HOUR],
  ['what comes after it', 10, START + 10 * HOUR, START + 20 * HOUR],
  ['what comes before it', 10, START - 20 * HOUR, START],
])('of %s there are no prices', (_, bars, from, until) => {
  expect(pricePoints(hourly(bars), from, until)).toEqual({ bars: 0, times: [], prices: [] });
});

test('a range that reaches beyond the candles ends with them', () => {
  expect(pricePoints(hourly(3), START - HOUR, START + 9 * HOUR).times).toHaveLength(4);
});
