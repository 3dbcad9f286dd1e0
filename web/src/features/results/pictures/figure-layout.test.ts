// The axes of figures are in the hand of the page, and logarithmic where a linear one would hide the lower values.
import { expect, test } from 'vitest';
import type { Series } from '../curves/run-curves.ts';
import { lossAxis, SHARE_AXIS, usualScale } from './figure-layout.ts';

const series = (...values: number[]): Series => ({
  times: Float64Array.from(values.keys()),
  values: Float64Array.from(values),
});

// spec: results.70
test.each([
  ['linear', [series(1_000, 10_000), null]],
  ['log', [series(1_000, 2_000), series(1_500, 10_001)]],
  ['log', [series(Number.NaN, 1, 11)]],
  ['linear', [series(0, 5, 5_000)]],
  ['linear', []],
])('the scale is %s', (scale, lines) => {
  expect(usualScale(lines)).toBe(scale);
});

test('losses and shares have ticks as percentages are written', () => {
  expect(lossAxis(-0.55)).toMatchObject({
    tickvals: [0, -0.2, -0.4],
    ticktext: ['0\u202F%', '−20\u202F%', '−40\u202F%'],
  });
  expect(lossAxis(-0.012).ticktext).toEqual(['0.00\u202F%', '−0.50\u202F%', '−1.00\u202F%']);
  expect(lossAxis(0).range[0]).toBeLessThan(0);
  expect(SHARE_AXIS.ticktext).toEqual(['0\u202F%', '50\u202F%', '100\u202F%']);
});
