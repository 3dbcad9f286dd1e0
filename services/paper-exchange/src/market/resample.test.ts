// Longer candles add up the hourly ones, and ranges are served as on the real exchange.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candle } from './hourly-candles.ts';
import { HOUR_MS, INTERVALS, nextOpenTime, openTimeOf } from './intervals.ts';
import { type Market, marketOf } from './markets.ts';
import type { PriceHistory } from './price-history.ts';
import { barsOf, lastPrice } from './resample.ts';

const market = marketOf('BTCUSDT') as Market;
/** A Wednesday. */
const FIRST_MS = Date.UTC(2025, 0, 1, 5);
const HOURS = 24 * 90;
const END_MS = FIRST_MS + HOURS * HOUR_MS;
const DOWN_FROM_MS = Date.UTC(2025, 1, 3, 8);
const DOWN_HOURS = 5;

/** Ninety days of made-up candles with five hours in which the exchange was down. */
const history: PriceHistory = {
  market,
  firstHour: FIRST_MS / HOUR_MS,
  candleAt(hour, nowMs) {
    const i = hour - FIRST_MS / HOUR_MS;
    const down = hour * HOUR_MS - DOWN_FROM_MS;
    if (i < 0 || i >= HOURS || hour * HOUR_MS > nowMs) return undefined;
    return down >= 0 && down < DOWN_HOURS * HOUR_MS ? undefined : candle(i);
  },
};

const candle = (i: number): Candle => {
  const open = 1_000 + ((i * 37) % 501);
  return { open, high: open + ((i * 7) % 50), low: open - ((i * 11) % 60), close: open - 3, volume: i + 1 };
};

const newest = { startMs: undefined, endMs: undefined, limit: 500 };

test('a day is its 24 hours: first open, highest high, lowest low, last close, all volume', () => {
  const openMs = Date.UTC(2025, 0, 2);
  const hours = Array.from({ length: 24 }, (_, i) => candle(19 + i));
  const [day] = barsOf(history, '1d', { startMs: openMs, endMs: openMs, limit: 1 }, END_MS);
  expect(day).toEqual({
    openMs,
    closeMs: openMs + 24 * HOUR_MS - 1,
    open: hours[0]?.open,
    high: Math.max(...hours.map(({ high }) => high)),
    low: Math.min(...hours.map(({ low }) => low)),
    close: hours[23]?.close,
    volume: hours.reduce((sum, { volume }) => sum + volume, 0),
  });
});

test('the first week begins on its Monday although the market was listed on Wednesday', () => {
  const [week] = barsOf(history, '1w', { startMs: 0, endMs: undefined, limit: 1 }, END_MS);
  expect(week?.openMs).toBe(Date.UTC(2024, 11, 30));
  expect(week?.open).toBe(candle(0).open);
});

test('every interval adds up to the same volume, range and ends', () => {
  const [total] = INTERVALS.map((interval) => {
    const bars = barsOf(history, interval, { startMs: 0, endMs: undefined, limit: 10_000 }, END_MS);
    return {
      volume: bars.reduce((sum, bar) => sum + bar.volume, 0),
      high: Math.max(...bars.map(({ high }) => high)),
      low: Math.min(...bars.map(({ low }) => low)),
      open: bars[0]?.open,
      close: bars.at(-1)?.close,
    };
  }).map((sum, _i, all) => {
    expect(sum).toEqual(all[0]);
    return sum;
  });
  expect(total?.volume).toBeGreaterThan(0);
});

describe('an outage', () => {
  test('leaves out the candles that lie within it', () => {
    const range = { startMs: DOWN_FROM_MS - HOUR_MS, endMs: DOWN_FROM_MS + DOWN_HOURS * HOUR_MS, limit: 10 };
    const opens = barsOf(history, '1h', range, END_MS).map(({ openMs }) => openMs);
    expect(opens).toEqual([range.startMs, range.endMs]);
    expect(barsOf(history, '4h', { ...range, startMs: DOWN_FROM_MS, limit: 1 }, END_MS)[0]?.openMs).toBe(
      DOWN_FROM_MS + 4 * HOUR_MS,
    );
  });
});

describe('ranges', () => {
  const range = fc.record({
    startMs: fc.option(fc.integer({ min: FIRST_MS - 1e9, max: END_MS + 1e9 }), { nil: undefined }),
    endMs: fc.option(fc.integer({ min: FIRST_MS - 1e9, max: END_MS + 1e9 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 400 }),
  });

  test('bars lie within them, in order, no more than the limit, from the side that was requested', () => {
    fc.assert(
      fc.property(range, fc.constantFrom(...INTERVALS), (asked, interval) => {
        const nowMs = FIRST_MS + (HOURS / 2) * HOUR_MS;
        const all = barsOf(history, interval, { startMs: 0, endMs: undefined, limit: 10_000 }, nowMs);
        const within = all.filter(
          ({ openMs }) => openMs >= (asked.startMs ?? 0) && openMs <= (asked.endMs ?? nowMs),
        );
        const expected =
          asked.startMs === undefined ? within.slice(-asked.limit) : within.slice(0, asked.limit);
        expect(barsOf(history, interval, asked, nowMs)).toEqual(expected);
      }),
    );
  });

  test('the bar in progress closes in the future', () => {
    const nowMs = FIRST_MS + 1_000 * HOUR_MS + 1;
    for (const interval of INTERVALS) {
      const last = barsOf(history, interval, newest, nowMs).at(-1);
      expect(last?.openMs).toBe(openTimeOf(nowMs, interval));
      expect(last?.closeMs).toBe(nextOpenTime(openTimeOf(nowMs, interval), interval) - 1);
    }
  });

  test('there is no bar and no price before the market was listed', () => {
    expect(barsOf(history, '1d', newest, FIRST_MS - 24 * HOUR_MS)).toEqual([]);
    expect(lastPrice(history, FIRST_MS - 1)).toBeUndefined();
    expect(lastPrice(history, FIRST_MS)).toBe(candle(0).close);
  });
});
