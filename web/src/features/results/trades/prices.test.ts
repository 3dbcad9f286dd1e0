// The prices of a coin: candles, or the daily closes of the statistics, and the part of them that a range shows.
import { describe, expect, test } from 'vitest';
import { areMerged, closesOf, onBars, type Prices, pricesIn, pricesOf, wholeOf } from './prices.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2025, 0, 1);

const STATISTICS = {
  curves: {
    timestamp: [0, 1, 2].map((day) => new Date(START + day * DAY + 23 * HOUR).toISOString()),
    prices: { BTC: { first_open: 100, close: [101, 95, 92] }, ETH: { first_open: 9, close: [10, 15] } },
  },
};
/** Four candles of two days each, of seven daily bars. */
const CANDLES = {
  bar_ms: DAY,
  candle_ms: 2 * DAY,
  times: [0, 2, 4, 6].map((day) => START + day * DAY),
  until_ms: START + 7 * DAY,
  open: [1, 2, 3, 4],
  high: [5, 6, 7, 8],
  low: [0.5, 1.5, 2.5, 3.5],
  close: [2, 3, 4, 5],
};
const PRICES = pricesOf(CANDLES) as Prices;
const days = (from: number, to: number) => ({ from: START + from * DAY, to: START + to * DAY });

describe('daily closes', () => {
  test('are known by the day, whatever the interval of the run', () => {
    const closes = closesOf(STATISTICS, 'BTC') as Prices;
    expect(closes).toMatchObject({ open: null, close: Float64Array.of(101, 95, 92), lengthMs: DAY });
    expect(Array.from(closes.times)).toEqual([0, 1, 2].map((day) => START + day * DAY));
    expect(wholeOf(closes)).toEqual(days(0, 3));
    expect(areMerged(closes)).toBe(false);
  });

  test('are not there for prices that do not fit, and for results without prices', () => {
    expect(closesOf(STATISTICS, 'ETH')).toBeNull();
    expect(closesOf(STATISTICS, 'SOL')).toBeNull();
    expect(closesOf({ curves: { timestamp: [] } }, 'BTC')).toBeNull();
    expect(closesOf({}, 'BTC')).toBeNull();
  });
});

describe('candles', () => {
  test('of several bars are merged; the last one ends with the last bar', () => {
    expect(areMerged(PRICES)).toBe(true);
    expect(wholeOf(PRICES)).toEqual(days(0, 7));
    expect(pricesOf({ ...CANDLES, times: [] })).toBeNull();
  });

  test('are shown where any of their time is in the range', () => {
    const shown = (from: number, to: number) => {
      const part = pricesIn(PRICES, days(from, to));
      expect([part.open?.length, part.high.length, part.low.length]).toEqual(
        Array(3).fill(part.times.length),
      );
      return Array.from(part.close);
    };
    expect(shown(0, 7)).toEqual([2, 3, 4, 5]);
    expect(shown(2, 4)).toEqual([3]);
    expect(shown(1, 5)).toEqual([2, 3, 4]);
    expect(shown(8, 9)).toEqual([]);
  });
});

test('a range that was drawn is moved to the bars that it touches; all of it is no range', () => {
  expect(onBars(days(1.4, 3.2), PRICES)).toEqual(days(1, 4));
  expect(onBars(days(-3, 2), PRICES)).toEqual(days(0, 2));
  expect(onBars(days(0.2, 6.5), PRICES)).toBeNull();
});
