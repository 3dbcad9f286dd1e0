// A price chart gets the candles of its run, merged to what a screen shows without losing a peak; a part of it gets finer ones.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { coinCandles, partOf } from './coin-candles.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2025, 0, 1);

const series = (bars: number, timeframe: Timeframe = '1h', closeOf = (bar: number) => 100 + bar) => {
  const of = (more: number) => Float64Array.from({ length: bars }, (_, bar) => closeOf(bar) + more);
  const timestamp = Float64Array.from({ length: bars }, (_, bar) => START + bar * TIMEFRAME_MS[timeframe]);
  return { timeframe, timestamp, open: of(-0.5), high: of(2), low: of(-2), close: of(0) };
};
const part = (fromMs: number, untilMs: number) => ({ fromMs: START + fromMs, untilMs: START + untilMs });

test.each([
  ['none', undefined, undefined, [2, 8]],
  ['within', 3, 5, [3, 5]],
  ['that begins before', 0, 5, [2, 5]],
  ['that ends after', 3, 9, [3, 8]],
  ['before', 0, 1, [2, 2]],
  ['after', 9, 12, [8, 8]],
  ['that ends before it begins', 5, 3, [5, 5]],
])('a part of a run: %s', (_, from, until, [fromMs, untilMs]) => {
  expect(partOf({ fromMs: 2, untilMs: 8 }, from, until)).toEqual({ fromMs, untilMs });
});

test('a part with few bars has each of them', () => {
  expect(coinCandles(series(48), part(DAY, DAY + 3 * HOUR), 50)).toEqual({
    bar_ms: HOUR,
    candle_ms: HOUR,
    times: [24, 25, 26].map((hour) => START + hour * HOUR),
    until_ms: START + 27 * HOUR,
    open: [123.5, 124.5, 125.5],
    high: [126, 127, 128],
    low: [122, 123, 124],
    close: [124, 125, 126],
  });
});

// spec: results.55
test('a candle of several bars has the first open, the last close, and the highest and lowest of all between', () => {
  const closeOf = (bar: number) => (bar === 30 ? 500 : bar === 40 ? 1 : 100);
  const { candle_ms, times, until_ms, ...prices } = coinCandles(
    series(60, '24h', closeOf),
    part(DAY, 60 * DAY),
    50,
  );
  expect(candle_ms).toBe(2 * DAY);
  expect([times[0], times[1], times.length, until_ms]).toEqual([
    START + DAY,
    START + 3 * DAY,
    30,
    START + 60 * DAY,
  ]);
  expect(Math.max(...prices.high)).toBe(502);
  expect(Math.min(...prices.low)).toBe(-1);
  // Bars 29 and 30, then the last one alone.
  expect([prices.open[14], prices.close[14], prices.high[14]]).toEqual([99.5, 500, 502]);
  expect([prices.open[29], prices.close[29]]).toEqual([99.5, 100]);
});

test.each([
  ['a year of days on a wide screen', '24h', 365, 200, 2 * DAY],
  ['two years of days', '24h', 730, 200, 7 * DAY],
  ['six years of hours', '1h', 50_568, 400, 7 * DAY],
  ['six years of hours on a phone', '1h', 50_568, 90, 28 * DAY],
  ['bars that no half day has', '8h', 300, 150, DAY],
  ['weeks', 'weekly', 120, 60, 14 * DAY],
  ['more than any length holds', 'weekly', 4_000, 50, 80 * 7 * DAY],
] as const)('%s: never more than fit, and of whole bars', (_, timeframe, bars, atMost, candleMs) => {
  const length = bars * TIMEFRAME_MS[timeframe];
  const { times, candle_ms, bar_ms } = coinCandles(series(bars, timeframe), part(0, length), atMost);
  expect(candle_ms).toBe(candleMs);
  expect(candle_ms % bar_ms).toBe(0);
  expect(times.length).toBeLessThanOrEqual(atMost);
  expect(times.length * candle_ms).toBeGreaterThanOrEqual(length);
});

test.each([
  ['nothing', 0, 0, HOUR],
  ['what comes after it', 10, 10 * HOUR, 20 * HOUR],
  ['what comes before it', 10, -20 * HOUR, 0],
])('of %s there are no candles', (_, bars, from, until) => {
  expect(coinCandles(series(bars), part(from, until), 50)).toMatchObject({ times: [], open: [], close: [] });
});

test('a range that reaches beyond the candles ends with them', () => {
  const { times, until_ms } = coinCandles(series(3), part(-HOUR, 9 * HOUR), 50);
  expect([times.length, until_ms]).toEqual([3, START + 3 * HOUR]);
});
