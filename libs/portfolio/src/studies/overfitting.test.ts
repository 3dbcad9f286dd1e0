// The probability of overfitting: about a half for noise, none for a real edge, and unknown for too few points.
import { expect, test } from 'vitest';
import { probabilityOfOverfitting } from './overfitting.ts';
import { type BlockSums, OVERFITTING_BLOCKS, scorePoint } from './point-statistics.ts';

/** Standard normal numbers, the same for the same seed (Park and Miller; Box and Muller). */
const normals = (seed: number): (() => number) => {
  let state = seed;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
};

const blocksOf = (returns: readonly number[]): BlockSums[] => {
  const length = returns.length / OVERFITTING_BLOCKS;
  return Array.from({ length: OVERFITTING_BLOCKS }, (_, block) => {
    const part = returns.slice(block * length, (block + 1) * length);
    const squares = part.reduce((total, value) => total + value * value, 0);
    return [length, part.reduce((total, value) => total + value, 0), squares];
  });
};
const DAYS = 20 * OVERFITTING_BLOCKS;
const noise = (draw: () => number, mean = 0) =>
  blocksOf(Array.from({ length: DAYS }, () => mean + 0.02 * draw()));

test('of points without skill the choice is luck: a half, on average over many studies', () => {
  const draw = normals(1);
  const studies = Array.from(
    { length: 24 },
    () => probabilityOfOverfitting(Array.from({ length: 10 }, () => noise(draw))) as number,
  );
  const mean = studies.reduce((total, one) => total + one, 0) / studies.length;
  const variance = studies.reduce((total, one) => total + (one - mean) ** 2, 0) / (studies.length - 1);
  // Both halves of a split are independent: a half, within three standard errors.
  const error = Math.sqrt(variance / studies.length);
  expect(Math.abs(mean - 0.5)).toBeLessThan(3 * error);
});

test('one point with a strong edge is chosen rightly nearly always', () => {
  const draw = normals(7);
  const points = [noise(draw, 0.01), ...Array.from({ length: 11 }, () => noise(draw))];
  expect(probabilityOfOverfitting(points)).toBeLessThan(0.02);
});

test('the order of points changes nothing, even where some are equal', () => {
  const draw = normals(3);
  const points = Array.from({ length: 11 }, () => noise(draw));
  const withTwins = [...points, points[0] as BlockSums[], points[4] as BlockSums[]];
  expect(probabilityOfOverfitting(withTwins.toReversed())).toBeCloseTo(
    probabilityOfOverfitting(withTwins) as number,
    12,
  );
});

test('points that never move are left out', () => {
  const draw = normals(5);
  const points = Array.from({ length: 10 }, () => noise(draw));
  const flat = blocksOf(new Array(DAYS).fill(0));
  expect(probabilityOfOverfitting([...points, flat])).toBe(probabilityOfOverfitting(points));
  expect(probabilityOfOverfitting([...points.slice(1), flat])).toBeNull();
});

test('of points that are all equal nothing is said: there was nothing to choose', () => {
  const same = noise(normals(4), 0.01);
  expect(probabilityOfOverfitting(Array.from({ length: 20 }, () => same))).toBeNull();
});

test.for([
  ['fewer than ten points', 9, DAYS],
  ['fewer than four returns a block', 12, 3 * OVERFITTING_BLOCKS],
] as const)('with %s nothing is said', ([, count, days]) => {
  const draw = normals(1);
  const points = Array.from({ length: count }, () => blocksOf(Array.from({ length: days }, draw)));
  expect(probabilityOfOverfitting(points)).toBeNull();
});

test('of daily and weekly points together nothing is said', () => {
  const draw = normals(9);
  const weekly = blocksOf(Array.from({ length: 6 * OVERFITTING_BLOCKS }, draw));
  expect(probabilityOfOverfitting([...Array.from({ length: 11 }, () => noise(draw)), weekly])).toBeNull();
});

test('the oldest returns that fill no block are left out', () => {
  const value = Float64Array.from({ length: 35 }, (_, day) => 100 * 1.01 ** (day + 1));
  const simulation = {
    value,
    exposure: new Float64Array(35),
    totals: {
      finalValue: 0,
      feesPaid: 0,
      tradedNotional: 0,
      turnover: 0,
      costShare: 0,
      rebalances: 0,
      fills: 0,
    },
  };
  const openTimes = Float64Array.from({ length: 35 }, (_, day) => day * 86_400_000);
  const { blocks } = scorePoint({ openTimes, barMs: 86_400_000, startingCapital: 100, simulation });
  expect(blocks).toHaveLength(OVERFITTING_BLOCKS);
  expect(blocks.every(([count]) => count === 2)).toBe(true);
});
