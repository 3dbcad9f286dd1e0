// A market's past: real candles untouched, long holes bridged, outages left open, no candle before its time.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHourlyCandles, writeCandle } from './hourly-candles.ts';
import { HOUR_MS } from './intervals.ts';
import type { Market, SyntheticRange } from './markets.ts';
import { createPriceHistory } from './price-history.ts';

const FIRST = Date.UTC(2025, 0, 1) / HOUR_MS;
const OUTAGE = FIRST + 5;
const HOLE = FIRST + 10;
const HOLE_END = FIRST + 40;
const REAL_END = FIRST + 50;
const LATER_MS = (REAL_END + 200) * HOUR_MS;

const ranges = (...hours: [number, number | null][]): SyntheticRange[] =>
  hours.map(([from, to]) => [from * HOUR_MS, to === null ? null : to * HOUR_MS]);

const market = (syntheticRanges: readonly SyntheticRange[]): Market => ({
  symbol: 'TESTUSDT',
  coin: 'TEST',
  priceDecimals: 2,
  amountDecimals: 1,
  amountMax: 1_000,
  fileDecimals: { price: 4, volume: 3 },
  syntheticRanges,
});

/** Real candles that rise by 1.00 an hour, with an outage of an hour and a long hole. */
const history = (syntheticRanges = ranges([HOLE, HOLE_END], [REAL_END, null])) => {
  const candles = createHourlyCandles(FIRST, 50);
  for (let hour = FIRST; hour < REAL_END; hour += 1) {
    if (hour === OUTAGE || (hour >= HOLE && hour < HOLE_END)) continue;
    writeCandle(candles, hour, realCandle(hour));
  }
  return createPriceHistory(market(syntheticRanges), candles, {
    volatility: 0.01,
    marketCorrelation: 0.8,
    volume: 500,
  });
};

const realCandle = (hour: number) => {
  const open = (100 + hour - FIRST) * 10_000;
  return { open, high: open + 20_000, low: open - 10_000, close: open + 10_000, volume: 7_500 };
};

describe('real candles', () => {
  test('are served as they are, before and after the holes', () => {
    const { candleAt } = history();
    for (const hour of [FIRST, HOLE - 1, HOLE_END, REAL_END - 1]) {
      expect(candleAt(hour, LATER_MS)).toEqual(realCandle(hour));
    }
  });

  test('an outage of the exchange stays without a candle', () => {
    expect(history().candleAt(OUTAGE, LATER_MS)).toBeUndefined();
  });

  test('nothing is known before the first', () => {
    expect(history().candleAt(FIRST - 1, LATER_MS)).toBeUndefined();
  });
});

describe('synthetic candles', () => {
  test('a bridge meets the real price at both ends and leaves no hour out', () => {
    const { candleAt } = history();
    expect(candleAt(HOLE, LATER_MS)?.open).toBe(realCandle(HOLE - 1).close);
    expect(candleAt(HOLE_END - 1, LATER_MS)?.close).toBe(realCandle(HOLE_END).open);
    for (let hour = HOLE + 1; hour < HOLE_END; hour += 1) {
      expect(candleAt(hour, LATER_MS)?.open).toBe(candleAt(hour - 1, LATER_MS)?.close);
    }
  });

  test('the walk continues from the last real close', () => {
    expect(history().candleAt(REAL_END, LATER_MS)?.open).toBe(realCandle(REAL_END - 1).close);
  });

  test('keep to the tick and the lot of the market', () => {
    const { candleAt } = history();
    for (let hour = REAL_END; hour < REAL_END + 200; hour += 1) {
      const candle = candleAt(hour, LATER_MS);
      for (const price of [candle?.open, candle?.high, candle?.low, candle?.close]) {
        expect(price).toBeGreaterThan(0);
        expect((price as number) % 100).toBe(0);
      }
      expect((candle?.volume as number) % 100).toBe(0);
    }
  });

  test('do not depend on when and in which order they are requested', () => {
    const inOrder = history();
    const expected = Array.from({ length: 250 }, (_, i) => inOrder.candleAt(FIRST + i, LATER_MS));
    const questions = fc.array(fc.tuple(fc.nat(249), fc.integer({ min: 0, max: 400 * HOUR_MS })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(questions, (asked) => {
        const { candleAt } = history();
        for (const [i, afterMs] of asked) {
          const wholeMs = (FIRST + i + 1) * HOUR_MS;
          const candle = candleAt(FIRST + i, wholeMs + afterMs);
          expect(candle).toEqual(expected[i]);
        }
      }),
    );
  });
});

describe('the hour in progress', () => {
  const half = (hour: number) => (hour + 0.5) * HOUR_MS;

  test('has no successor yet', () => {
    expect(history().candleAt(FIRST + 3, half(FIRST + 2))).toBeUndefined();
    expect(history().candleAt(REAL_END + 3, half(REAL_END + 2))).toBeUndefined();
  });

  test('shows of a real candle only its open, since the rest is not known yet', () => {
    const { open } = realCandle(FIRST + 3);
    expect(history().candleAt(FIRST + 3, half(FIRST + 3))).toEqual({
      open,
      high: open,
      low: open,
      close: open,
      volume: 0,
    });
  });

  test('shows of a synthetic candle what has happened by now', () => {
    const past = history();
    const whole = past.candleAt(REAL_END + 9, LATER_MS);
    const sofar = past.candleAt(REAL_END + 9, half(REAL_END + 9));
    expect(sofar?.open).toBe(whole?.open);
    expect(sofar?.high).toBeLessThanOrEqual(whole?.high as number);
    expect(sofar?.low).toBeGreaterThanOrEqual(whole?.low as number);
    expect(sofar?.volume).toBeLessThan(whole?.volume as number);
    expect(past.candleAt(REAL_END + 9, LATER_MS)).toEqual(whole);
  });
});

describe('declared spans that the candles contradict are refused', () => {
  test.each([
    ['a hole that is none', ranges([FIRST + 2, FIRST + 4], [REAL_END, null])],
    ['a hole that begins earlier', ranges([HOLE + 1, HOLE_END], [REAL_END, null])],
    ['a hole that ends later', ranges([HOLE, HOLE_END - 1], [REAL_END, null])],
    ['an end before the last candle', ranges([HOLE, HOLE_END], [REAL_END - 2, null])],
    ['an end after the last candle', ranges([HOLE, HOLE_END], [REAL_END + 1, null])],
  ])('%s', (_what, declared) => {
    expect(() => history(declared)).toThrow('TESTUSDT');
  });
});
