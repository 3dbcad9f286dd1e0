// The usage bar: its length stays within the bar and its colour warns in time.
import { expect, test } from 'vitest';
import { FREE_TIER, usageColor, usedPercentOf } from './usage.ts';

test.each([
  [0, 1000, 0],
  [250, 1000, 25],
  [5000, 1000, 100],
  [-3, 1000, 0],
  [10, 0, 0],
])('%d used of %d is %d percent', (used, limit, percent) => {
  expect(usedPercentOf({ ...FREE_TIER, vut_used_this_period: used, monthly_limit: limit })).toBe(percent);
});

test.each([
  [0, 'green'],
  [80, 'green'],
  [80.1, 'yellow'],
  [95, 'yellow'],
  [95.1, 'red'],
] as const)('%d percent is %s', (percent, color) => {
  expect(usageColor(percent)).toBe(color);
});
