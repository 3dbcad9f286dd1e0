// The length of a bootstrap's blocks, against the package `arch`.
import { expect, test } from 'vitest';
import { autoregressive, normals } from '../../fixtures/noise.ts';
import { circularBlockLength } from './block-length.ts';

/** Noise that the same line of numpy makes: the fraction of a large sine, less a half. */
const sines = (count: number, factor: number): Float64Array =>
  Float64Array.from({ length: count }, (_, at) => {
    const large = Math.sin((at + 1) * 12.9898 * factor) * 43_758.5453;
    return large - Math.floor(large) - 0.5;
  });

// arch 8.0.0: optimal_block_length(series)['circular'].
test.each([
  { dependence: 0.3, count: 1_000, factor: 1.1, best: 6.149_432_891_918_102 },
  { dependence: 0.7, count: 1_000, factor: 1.2, best: 16.285_734_668_655_866 },
  { dependence: -0.4, count: 800, factor: 1.3, best: 10.281_951_287_537_007 },
  { dependence: 0.9, count: 2_000, factor: 1.4, best: 53.525_437_444_242_83 },
])('is that of arch for a dependence of $dependence', ({ dependence, count, factor, best }) => {
  const series = autoregressive(dependence, sines(count, factor));
  expect(Math.abs(circularBlockLength(series) / best - 1)).toBeLessThan(1e-9);
});

test('that of squares is that of arch', () => {
  const squares = autoregressive(0.7, sines(1_000, 1.2)).map((value) => value * value);
  expect(circularBlockLength(squares)).toBeCloseTo(9.488_765_053_639_261, 6);
});

test('is at least one bar: for noise, and for a series that never changes', () => {
  // arch 8.0.0: 0.76.
  expect(circularBlockLength(sines(500, 1))).toBe(1);
  expect(circularBlockLength(new Float64Array(100).fill(0.01))).toBe(1);
});

test('is at most a third of the series, and three times its root', () => {
  const walk = (count: number) => autoregressive(1, normals(count, 5));
  for (const count of [9, 30, 100, 1_000]) {
    const most = Math.ceil(Math.min(3 * Math.sqrt(count), count / 3));
    expect(circularBlockLength(walk(count))).toBeLessThanOrEqual(most);
    expect(circularBlockLength(walk(count))).toBeGreaterThanOrEqual(1);
  }
});
