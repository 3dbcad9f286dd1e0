// The axes of a tear sheet have few lines, at round values and first days.
import { expect, test } from 'vitest';
import { linearTicks, ratioTicks, timeTicks } from './sheet-axes.ts';

test.each([
  [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [-0.43, 0, [-0.4, -0.3, -0.2, -0.1, 0]],
  [9_500, 21_000, [10_000, 12_000, 14_000, 16_000, 18_000, 20_000]],
  [5, 5, [5]],
])('from %f to %f', (low, high, ticks) => {
  expect(linearTicks(low, high).map((tick) => Number(tick.toFixed(9)) || 0)).toEqual(ticks);
});

test.each([
  [900, 60_000, [1_000, 2_000, 5_000, 10_000, 20_000, 50_000]],
  [1, 1_000_000, [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]],
  [100, 160, [100, 110, 120, 130, 140, 150, 160]],
])('of equal ratios from %d to %d', (low, high, ticks) => {
  expect(ratioTicks(low, high).map((tick) => Math.round(tick))).toEqual(ticks);
});

test.each([
  ['2024-01-01', '2024-06-30', ['Jan 2024', 'Feb 2024', 'Mar 2024', 'Apr 2024', 'May 2024', 'Jun 2024']],
  [
    '2022-02-10',
    '2024-01-05',
    ['Apr 2022', 'Jul 2022', 'Oct 2022', 'Jan 2023', 'Apr 2023', 'Jul 2023', 'Oct 2023', 'Jan 2024'],
  ],
  ['2018-05-01', '2024-12-31', ['2019', '2020', '2021', '2022', '2023', '2024']],
  ['2024-01-05', '2024-01-20', []],
])('of time from %s to %s', (from, to, labels) => {
  expect(timeTicks(Date.parse(from), Date.parse(to)).map(({ label }) => label)).toEqual(labels);
});
