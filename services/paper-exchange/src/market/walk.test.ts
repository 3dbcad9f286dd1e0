// The walk: the same everywhere, candles that can be, the statistics it promises, bridges that arrive.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candle } from './hourly-candles.ts';
import { seriesOf, type Walk, walkCandle } from './walk.ts';

const HOUR = Date.UTC(2026, 0, 1) / 3_600_000;
const walk = (symbol: string, targetPrice: number, targetHour?: number): Walk => ({
  parameters: { volatility: 0.01, marketCorrelation: 0.85, volume: 1_000 },
  stream: seriesOf(symbol),
  targetPrice,
  targetHour,
});

/** The candles of `hours` hours, each opening where the one before closed. */
const go = (along: Walk, start: number, hours: number): Candle[] => {
  const candles: Candle[] = [];
  for (let i = 0; i < hours; i += 1) {
    candles.push(walkCandle(along, HOUR + i, candles.at(-1)?.close ?? start));
  }
  return candles;
};

const returnsOf = (candles: Candle[]) => candles.map(({ open, close }) => close / open - 1);
const mean = (numbers: number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const covariance = (a: number[], b: number[]) =>
  mean(a.map((x, i) => x * (b[i] as number))) - mean(a) * mean(b);

describe('a free walk', () => {
  test('is always the same, on every machine', () => {
    const closes = go(walk('BTCUSDT', 8_764_822), 8_764_822, 1_000).map(({ close }) => close);
    expect([closes[0], closes[1], closes[99], closes[999]]).toMatchInlineSnapshot(`
      [
        8781751,
        8758815,
        7978713,
        7217112,
      ]
    `);
  });

  test('makes possible candles: low ≤ open, close ≤ high, whole and positive', () => {
    const start = fc.integer({ min: 1, max: 20_000_000 });
    fc.assert(
      fc.property(start, start, fc.string(), fc.nat(1_000_000), (open, target, symbol, hour) => {
        const candle = walkCandle(walk(symbol, target), HOUR + hour, open);
        expect(candle.open).toBe(open);
        expect(candle.low).toBeGreaterThanOrEqual(1);
        expect(candle.low).toBeLessThanOrEqual(Math.min(open, candle.close));
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(open, candle.close));
        expect(candle.volume).toBeGreaterThanOrEqual(0);
        for (const price of [candle.high, candle.low, candle.close])
          expect(Number.isInteger(price)).toBe(true);
      }),
    );
  });

  test('grows into its candle minute by minute and never takes anything back', () => {
    const along = walk('ETHUSDT', 300_000);
    expect(walkCandle(along, HOUR, 300_000, 0)).toEqual({
      open: 300_000,
      high: 300_000,
      low: 300_000,
      close: 300_000,
      volume: 0,
    });
    for (let minutes = 1; minutes <= 60; minutes += 1) {
      const [before, now] = [minutes - 1, minutes].map((m) => walkCandle(along, HOUR, 300_000, m));
      if (!before || !now) throw new Error('unreachable');
      expect(now.high).toBe(Math.max(before.high, now.close));
      expect(now.low).toBe(Math.min(before.low, now.close));
      expect(now.volume).toBeGreaterThanOrEqual(before.volume);
    }
    expect(walkCandle(along, HOUR, 300_000, 60)).toEqual(walkCandle(along, HOUR, 300_000));
  });

  test('has the given volatility, correlation and volume, and fat tails', () => {
    const [a, b] = ['AUSDT', 'BUSDT'].map((symbol) => go(walk(symbol, 10_000_000), 10_000_000, 17_520)) as [
      Candle[],
      Candle[],
    ];
    const [x, y] = [returnsOf(a), returnsOf(b)];
    const [sx, sy] = [Math.sqrt(covariance(x, x)), Math.sqrt(covariance(y, y))];
    expect(sx).toBeGreaterThan(0.0095);
    expect(sx).toBeLessThan(0.0105);
    expect(covariance(x, y) / (sx * sy)).toBeCloseTo(0.85 ** 2, 1);
    expect(mean(x.map((r) => (r / sx) ** 4))).toBeGreaterThan(6);
    const volumes = a.map(({ volume }) => volume).sort((p, q) => p - q);
    expect(volumes[8_760]).toBeGreaterThan(900);
    expect(volumes[8_760]).toBeLessThan(1_100);
  });

  test('stays plausible over ten years', () => {
    const closes = go(walk('LONGUSDT', 2_000), 2_000, 10 * 8_760).map(({ close }) => close);
    expect(closes.reduce((low, close) => Math.min(low, close))).toBeGreaterThan(40);
    expect(closes.reduce((high, close) => Math.max(high, close))).toBeLessThan(100_000);
  });
});

describe('a bridge', () => {
  test('ends at the real price, wherever it starts and however long it is', () => {
    const price = fc.integer({ min: 100, max: 20_000_000 });
    fc.assert(
      fc.property(
        price,
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.integer({ min: 1, max: 400 }),
        (start, ratio, hours) => {
          const end = Math.max(1, Math.round(start * ratio));
          const candles = go(walk('VETUSDT', end, HOUR + hours), start, hours);
          expect(candles[0]?.open).toBe(start);
          expect(candles.at(-1)?.close).toBe(end);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('does not jump at its end', () => {
    const last = go(walk('VETUSDT', 4_500, HOUR + 8_000), 3_500, 8_000).at(-1);
    expect(Math.abs(4_500 / (last?.open ?? 0) - 1)).toBeLessThan(0.06);
  });
});
