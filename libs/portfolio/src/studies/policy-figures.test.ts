// The figures of a rebalance policy, by hand.
import { expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { type PolicyInput, policyFigures } from './policy-figures.ts';

const DAY = 86_400_000;
const input: PolicyInput = {
  openTimes: Float64Array.of(0, DAY, 2 * DAY),
  barMs: DAY,
  startingCapital: 100,
  simulation: {
    value: Float64Array.of(101, 101, 104.03),
    totals: {
      finalValue: 104.03,
      feesPaid: 0.2,
      tradedNotional: 50,
      turnover: 0.5,
      costShare: 0.007,
      rebalances: 1,
      fills: 1,
    },
  },
  ideal: Float64Array.of(102, 104.04, 107.1612),
};

test('costs are those of a year', () => {
  expect(policyFigures(input).cost_per_year).toBeCloseTo((0.007 * 365) / 3, 12);
});

test('the same trading costs the same, whatever the portfolio has grown to', () => {
  const bars = 730;
  const openTimes = Float64Array.from({ length: bars }, (_, day) => day * DAY);
  // A quarter and three quarters, every ten days in turn: half the value for 0.15 %.
  const targets = Float64Array.from(openTimes, (_, day) => (day % 10 ? Number.NaN : day % 20 ? 0.75 : 0.25));
  const costOf = (yearly: number) => {
    const open = Float64Array.from(openTimes, (_, day) => yearly ** (day / 365));
    const market = { bars, coins: 1, open, close: open, targets };
    const simulation = simulate({ ...market, startingCapital: 100, feeRate: 0.001, slippageBps: 5 });
    const { cost_per_year } = policyFigures({ ...input, openTimes, simulation, ideal: null });
    return { cost: cost_per_year, ofCapital: simulation.totals.feesPaid / 100 };
  };
  const [doubled, level, halved] = [costOf(2), costOf(1), costOf(0.5)];
  expect(doubled.ofCapital / halved.ofCapital).toBeGreaterThan(1.5);
  expect(level.cost).toBeCloseTo(36.5 * 0.5 * 0.0015, 3);
  expect(doubled.cost / level.cost).toBeCloseTo(1, 1);
  expect(halved.cost / level.cost).toBeCloseTo(1, 1);
});

test('the policy tracking error is the deviation of the returns from those of the ideal, of a year', () => {
  // Returns 1 %, 0 % and 3 % against 2 %, 2 % and 3 %: differences of -1 %, -2 % and 0 %.
  expect(policyFigures(input).policy_tracking_error).toBeCloseTo(0.01 * Math.sqrt(365), 10);
});

test('it is 0 for the ideal itself, and undefined for a single return or without an ideal', () => {
  const { simulation } = input;
  expect(policyFigures({ ...input, ideal: simulation.value }).policy_tracking_error).toBe(0);
  expect(policyFigures({ ...input, ideal: null }).policy_tracking_error).toBeNull();
  const first = {
    openTimes: input.openTimes.subarray(0, 1),
    simulation: { ...simulation, value: simulation.value.subarray(0, 1) },
  };
  expect(policyFigures({ ...input, ...first, ideal: Float64Array.of(102) }).policy_tracking_error).toBeNull();
  expect(() => policyFigures({ ...input, ideal: Float64Array.of(1) })).toThrow(RangeError);
});
