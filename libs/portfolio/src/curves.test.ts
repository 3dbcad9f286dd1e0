// The daily curves end where the statistics end, and their rolling Sharpe ratio is the statistics' of each window.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdBasketValue, holdValue } from './benchmark.ts';
import { dailyCurves } from './curves.ts';
import { simulate } from './simulate.ts';
import { computeStatistics } from './statistics.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 0, 1);

/** One coin, held from the first open at 100; fees as given. */
const heldRun = (closes: readonly number[], barMs = DAY, startMs = START, startingCapital = 10_000) => {
  const close = Float64Array.from(closes);
  const open = Float64Array.from(closes, (_, bar) => closes[bar - 1] ?? 100);
  const bars = closes.length;
  const targets = new Float64Array(bars).fill(Number.NaN).fill(1, 0, 1);
  const simulation = simulate({ bars, coins: 1, open, close, targets, startingCapital, feeRate: 0 });
  return {
    openTimes: Float64Array.from(closes, (_, bar) => startMs + bar * barMs),
    barMs,
    startingCapital,
    simulation,
    value: simulation.value,
    coins: ['BTC'],
    open,
    close,
    benchmark: { name: 'BTC', value: holdValue(100, close, startingCapital) },
    basket: { name: 'Basket', value: holdBasketValue(Float64Array.of(100), close, startingCapital) },
  };
};

/** Prices after 100, moving at most a tenth a bar. */
const walk = (bars: { minLength: number; maxLength: number }) =>
  fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), bars).map((steps) => {
    let price = 100;
    return steps.map((step) => {
      price *= step;
      return price;
    });
  });

describe('the daily curves', () => {
  it('have the last close of each UTC day, dated by the bar that ends with it', () => {
    const closes = [101, 102, 103, 104];
    const curves = dailyCurves(heldRun(closes, 12 * HOUR, START + 12 * HOUR));
    expect(curves).toEqual({
      timestamp: ['2024-01-01T12:00:00.000Z', '2024-01-02T12:00:00.000Z', '2024-01-03T00:00:00.000Z'],
      portfolio: [10_100, 10_300, 10_400],
      btc: [10_100, 10_300, 10_400],
      basket: [10_100, 10_300, 10_400],
      prices: { BTC: { first_open: 100, close: [101, 103, 104] } },
      rolling_sharpe: [null, null, null],
    });
  });

  it('have one point a bar when bars are weeks, and half a year of them in a window', () => {
    const curves = dailyCurves(
      heldRun(
        Array.from({ length: 27 }, (_, week) => 100 + (week % 3)),
        7 * DAY,
      ),
    );
    expect(curves.timestamp.slice(0, 2)).toEqual(['2024-01-01T00:00:00.000Z', '2024-01-08T00:00:00.000Z']);
    expect(curves.rolling_sharpe.map((ratio) => ratio !== null)).toEqual([
      ...new Array<boolean>(25).fill(false),
      true,
      true,
    ]);
  });

  it('leave out a missing benchmark, and the ratio of a flat curve', () => {
    const flat = new Array<number>(200).fill(100);
    const curves = dailyCurves({ ...heldRun(flat), benchmark: null, basket: null });
    expect(curves).toMatchObject({ btc: null, basket: null });
    expect(curves.rolling_sharpe).toEqual(new Array(200).fill(null));
  });

  // spec: results.36
  it('end with the values that the statistics end with, and are as long as there are days', () => {
    fc.assert(
      fc.property(
        walk({ minLength: 1, maxLength: 60 }),
        fc.constantFrom(HOUR, 6 * HOUR, DAY, 7 * DAY),
        (closes, barMs) => {
          const run = heldRun(closes, barMs);
          const statistics = computeStatistics(run);
          const { timestamp, portfolio, btc, basket, rolling_sharpe } = dailyCurves(run);
          expect(portfolio.at(-1)).toBe(statistics.final_value);
          expect(btc?.at(-1)).toBe(statistics.benchmark?.final_value);
          expect(basket?.at(-1)).toBe(statistics.basket?.final_value);
          for (const series of [portfolio, btc, basket, rolling_sharpe])
            expect(series).toHaveLength(timestamp.length);
          expect(timestamp).toEqual(timestamp.toSorted());
        },
      ),
    );
  });

  it('have the Sharpe ratio that the statistics have of the same 180 days', () => {
    fc.assert(
      fc.property(walk({ minLength: 181, maxLength: 200 }), (closes) => {
        const run = heldRun(closes);
        const { rolling_sharpe } = dailyCurves(run);
        expect(rolling_sharpe.slice(0, 179)).toEqual(new Array(179).fill(null));
        const last = closes.length - 1;
        const before = run.value[last - 180] as number;
        const part = run.simulation.value.subarray(last - 179);
        const window = computeStatistics({
          openTimes: run.openTimes.subarray(last - 179),
          barMs: DAY,
          startingCapital: before,
          simulation: {
            ...run.simulation,
            value: part,
            drawdown: run.simulation.drawdown.subarray(last - 179),
          },
          benchmark: null,
        });
        expect(rolling_sharpe[last]).toBe(window.sharpe_ratio);
      }),
      { numRuns: 20 },
    );
  });
});
