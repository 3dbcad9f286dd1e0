// Held weights drift with the prices between rebalances, while targets stay what they were.
import { expect, it } from 'vitest';
import type { FillLog } from './fills.ts';
import { holdingWeights } from './holding-weights.ts';
import { simulate } from './simulate.ts';

const leave = Number.NaN;

const heldIn = (prices: number[][], targets: number[][], feeRate = 0) => {
  const close = Float64Array.from(prices.flat());
  const coins = prices[0]?.length ?? 0;
  const simulation = simulate({
    bars: prices.length,
    coins,
    open: close,
    close,
    targets: Float64Array.from(targets.flat()),
    startingCapital: 1000,
    feeRate,
    recordFills: true,
  });
  const names = Array.from({ length: coins }, (_, coin) => String(coin));
  const weights = holdingWeights(
    { coins: names, close, fills: simulation.fills as FillLog },
    simulation.value,
  );
  const rows = prices.map((_, bar) => [...weights.subarray(bar * (coins + 1), (bar + 1) * (coins + 1))]);
  return { rows, simulation };
};

it('is 86 % of a portfolio that bought a half once of what then rose sixfold', () => {
  const { rows } = heldIn([[10], [20], [60]], [[0.5], [leave], [leave]]);
  expect(rows).toEqual([
    [0.5, 0.5],
    [2 / 3, expect.closeTo(1 / 3, 12)],
    [expect.closeTo(6 / 7, 12), expect.closeTo(1 / 7, 12)],
  ]);
});

it('begins in USDT, ends there, and adds up to 1 in every bar with the exposure of the simulation', () => {
  const { rows, simulation } = heldIn(
    [
      [10, 7],
      [11, 9],
      [30, 3],
      [2, 8],
    ],
    [
      [leave, leave],
      [0.3, 0.6],
      [leave, leave],
      [0, 0],
    ],
    0.01,
  );
  expect(rows[0]).toEqual([0, 0, 1]);
  expect(rows[3]).toEqual([0, 0, 1]);
  rows.forEach((row, bar) => {
    expect(row.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
    expect(1 - (row.at(-1) as number)).toBeCloseTo(simulation.exposure[bar] as number, 12);
  });
});

it('has no USDT where the coins are all there is, whatever rounding leaves of it', () => {
  const prices = Array.from({ length: 40 }, (_, bar) => [3 + bar / 7, 11 - bar / 9, 0.1 + bar / 13]);
  const targets = prices.map((_, bar) => (bar === 0 ? [0.1, 0.2, 0.7] : [leave, leave, leave]));
  for (const row of heldIn(prices, targets).rows) expect(row.at(-1)).toBe(0);
});
