// The price chart's words, to the eye and to a screen reader.
import { expect, test } from 'vitest';
import { lengthWords, priceSummary, readingAt, readingWords, spanWords } from './price-words.ts';
import { closesOf, type Prices, pricesOf } from './prices.ts';
import type { Trade } from './trades.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2025, 0, 1);

const candles = (barMs: number, candleMs: number, bars: number) => {
  const times = [START, START + candleMs];
  const prices = { open: [100, 104], high: [110, 120], low: [95, 0.000123], close: [104, 101] };
  return pricesOf({
    bar_ms: barMs,
    candle_ms: candleMs,
    times,
    until_ms: START + bars * barMs,
    ...prices,
  }) as Prices;
};
const BOUGHT = { candle: 1, side: 'buy', count: 1, price: 103.5 } as const;
const SOLD = { candle: 1, side: 'sell', count: 3, price: 101.123456789 } as const;

test('a candle is its time, its prices, and what was traded in it', () => {
  const reading = readingAt(candles(DAY, DAY, 2), [BOUGHT, SOLD], 1);
  expect(readingWords(reading)).toBe(
    '2 Jan 2025; open 104, high 120, low 0.000123, close 101 USDT; bought at 103.5; sold 3 times at 101.123 on average',
  );
  expect(readingWords(readingAt(candles(DAY, DAY, 2), [BOUGHT], 0))).toBe(
    '1 Jan 2025; open 100, high 110, low 95, close 104 USDT',
  );
});

test('a candle of several days names them, and one of hours its hour', () => {
  const timeOf = (barMs: number, candleMs: number, bars: number) =>
    readingAt(candles(barMs, candleMs, bars), [], 1).time;
  expect(timeOf(DAY, 7 * DAY, 14)).toBe('8 Jan 2025 – 14 Jan 2025');
  expect(timeOf(DAY, 7 * DAY, 9)).toBe('8 Jan 2025 – 9 Jan 2025');
  expect(timeOf(HOUR, 4 * HOUR, 8)).toBe('1 Jan 2025, 04:00');
});

test('where only closes are known, only the close is said', () => {
  const timestamp = [0, 1].map((day) => new Date(START + day * DAY).toISOString());
  const closes = closesOf({ curves: { timestamp, prices: { BTC: { close: [5, 6] } } } }, 'BTC');
  expect(closes && readingWords(readingAt(closes, [], 1))).toBe('2 Jan 2025; close 6 USDT');
});

test.each([
  [HOUR, 'an hour'],
  [4 * HOUR, '4 hours'],
  [DAY, 'a day'],
  [3 * DAY, '3 days'],
  [7 * DAY, 'a week'],
  [28 * DAY, '4 weeks'],
])('%d ms are %s', (ms, words) => {
  expect(lengthWords(ms)).toBe(words);
});

test('a range is its days, or its hours where it does not begin and end with days', () => {
  expect(spanWords({ from: START, to: START + 2 * DAY })).toBe('1 Jan 2025 – 2 Jan 2025');
  expect(spanWords({ from: START + HOUR, to: START + DAY })).toBe('1 Jan 2025, 01:00 – 2 Jan 2025, 00:00');
});

test('the chart is a sentence about the trades and the range that it shows', () => {
  const trades = ['buy', 'buy', 'sell'].map((side) => ({ side }) as Trade);
  expect(priceSummary('BTC', trades, null)).toBe('Price of BTC in USDT with 2 buys and 1 sell');
  expect(priceSummary('BTC', trades.slice(0, 1), { from: START, to: START + DAY })).toBe(
    'Price of BTC in USDT with 1 buy and 0 sells, 1 Jan 2025 – 1 Jan 2025',
  );
});
