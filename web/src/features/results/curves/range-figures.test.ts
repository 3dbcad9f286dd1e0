// The figures of a zoomed range are what the statistics of a run of just these bars would be.
import { expect, test } from 'vitest';
import { rangeFigures } from './range-figures.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2025, 0, 1);

const curvesOf = (values: readonly number[], barMs: number, fees: readonly number[] | null = null) => {
  const times = Float64Array.from(values, (_, bar) => START + bar * barMs);
  return {
    portfolio: { times, values: Float64Array.from(values) },
    fees: fees && { times, values: Float64Array.from(fees) },
    initialValue: 100,
    heldCoins: null,
  };
};
const daysOf = (from: number, to: number) => ({ from: START + from * DAY, to: START + to * DAY });

// spec: results.58
test('begin with the value before the range, or with the starting capital', () => {
  const curves = curvesOf([110, 99, 120, 90, 130], DAY, [1, 2, 4, 8, 16]);
  const figures = rangeFigures(curves, daysOf(1, 3));
  expect(figures).toMatchObject({
    range: { from: START + DAY, to: START + 4 * DAY },
    total_return: expect.closeTo(90 / 110 - 1, 12),
    max_drawdown: expect.closeTo(90 / 120 - 1, 12),
    final_value: 90,
    fees_paid: 14,
    cagr: expect.closeTo((90 / 110) ** (365 / 3) - 1, 12),
  });
  const returns = [99 / 110 - 1, 120 / 99 - 1, 90 / 120 - 1];
  const mean = returns.reduce((a, b) => a + b) / 3;
  const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2);
  expect(figures?.sharpe_ratio).toBeCloseTo((mean / deviation) * Math.sqrt(365), 12);
  expect(rangeFigures(curves, daysOf(0, 1))).toMatchObject({ total_return: expect.closeTo(-0.01, 12) });
});

test('have daily returns however long the bars are', () => {
  const hourly = curvesOf(
    Array.from({ length: 96 }, (_, hour) => 100 + (hour % 5) + Math.floor(hour / 24) ** 2),
    HOUR,
  );
  const ends = [23, 47, 71].map((hour) => hourly.portfolio.values[hour] as number);
  const daily = rangeFigures(curvesOf([...ends, 0], DAY), daysOf(0, 2));
  const figures = rangeFigures(hourly, { from: START, to: START + 71 * HOUR });
  expect(figures?.sharpe_ratio).toBeCloseTo(daily?.sharpe_ratio as number, 12);
  expect(figures?.fees_paid).toBeNull();
});

test('of an hourly run that is known by its days begin and end with days', () => {
  const { portfolio, ...rest } = curvesOf([110, 99, 120, 90], DAY);
  const times = portfolio.times.map((ms) => ms + 23 * HOUR);
  const figures = rangeFigures({ ...rest, portfolio: { ...portfolio, times } }, daysOf(1, 2));
  expect(figures?.range).toEqual(daysOf(1, 2));
});

test('are those of the statistics when everything is shown, and none where no bar is', () => {
  const curves = curvesOf([100, 110, 120], DAY);
  expect(rangeFigures(curves, daysOf(0, 2))).toBeNull();
  expect(rangeFigures(curves, daysOf(7, 9))).toBeNull();
});

test('leave out what a single day or an even curve does not show', () => {
  const curves = curvesOf([110, 110, 110, 120], DAY);
  expect(rangeFigures(curves, daysOf(1, 1))).toMatchObject({ cagr: null, sharpe_ratio: null });
  expect(rangeFigures(curves, daysOf(1, 2))).toMatchObject({ total_return: 0, sharpe_ratio: null });
});

test('come with the return of the coins held over the same days', () => {
  const curves = curvesOf([110, 99, 120, 90, 130], DAY);
  const { times } = curves.portfolio;
  const held = { ...curves, heldCoins: { times, values: Float64Array.of(100, 110, 165, 165, 99) } };
  expect(rangeFigures(held, daysOf(1, 2))?.held_return).toBeCloseTo(0.65, 12);
  expect(rangeFigures(held, daysOf(0, 1))?.held_return).toBeCloseTo(0.1, 12);
  expect(rangeFigures(curves, daysOf(1, 2))?.held_return).toBeNull();
});
