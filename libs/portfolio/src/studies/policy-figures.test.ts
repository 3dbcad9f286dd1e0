// The figures of a rebalance policy, by hand.
import { expect, test } from 'vitest';
import { type PolicyInput, policyFigures } from './policy-figures.ts';

const DAY = 86_400_000;
const input: PolicyInput = {
  openTimes: Float64Array.of(0, DAY, 2 * DAY),
  barMs: DAY,
  startingCapital: 100,
  slippage: 0.01,
  simulation: {
    value: Float64Array.of(101, 101, 104.03),
    totals: { finalValue: 104.03, feesPaid: 0.2, tradedNotional: 50, turnover: 0.5, rebalances: 1, fills: 1 },
  },
  ideal: Float64Array.of(102, 104.04, 107.1612),
};

test('costs are fees and slippage of a year, as a share of the starting capital', () => {
  // 0.20 of fees and 1 % of 50 in three days.
  expect(policyFigures(input).cost_per_year).toBeCloseTo((0.007 * 365) / 3, 12);
});

test('the tracking error is the deviation of the returns from those of the ideal, of a year', () => {
  // Returns 1 %, 0 % and 3 % against 2 %, 2 % and 3 %: differences of -1 %, -2 % and 0 %.
  expect(policyFigures(input).tracking_error).toBeCloseTo(0.01 * Math.sqrt(365), 10);
});

test('it is 0 for the ideal itself, and undefined for a single return or without an ideal', () => {
  const { simulation } = input;
  expect(policyFigures({ ...input, ideal: simulation.value }).tracking_error).toBe(0);
  expect(policyFigures({ ...input, ideal: null }).tracking_error).toBeNull();
  const first = {
    openTimes: input.openTimes.subarray(0, 1),
    simulation: { ...simulation, value: simulation.value.subarray(0, 1) },
  };
  expect(policyFigures({ ...input, ...first, ideal: Float64Array.of(102) }).tracking_error).toBeNull();
  expect(() => policyFigures({ ...input, ideal: Float64Array.of(1) })).toThrow(RangeError);
});
