// The usage bar: its length stays within the bar and its colour warns in time.
import { expect, test } from 'vitest';
import { FREE_TIER, topUpWords, usageColor, usedPercentOf, usedWords } from './usage.ts';

test.each([
  [0, 1000, 0],
  [250, 1000, 25],
  [5000, 1000, 100],
  [-3, 1000, 0],
  [10, 0, 0],
])('%d used of %d is %d percent', (used, limit, percent) => {
  expect(usedPercentOf({ ...FREE_TIER, vut_used_this_period: used, monthly_limit: limit })).toBe(percent);
});

test('a month is a top-up, not a limit', () => {
  expect(topUpWords({ ...FREE_TIER, period_end: '2026-12-22T00:00:00.000Z' })).toBe(
    'Each month an account with less than 1,000 VUT is filled up to that, next on 22 Dec 2026',
  );
  expect(usedWords({ ...FREE_TIER, vut_used_this_period: 351.3 })).toBe(
    "351.30 VUT used this period, next to a month's 1,000 VUT",
  );
  expect(topUpWords(FREE_TIER)).toBe('Each month an account with less than 1,000 VUT is filled up to that');
});

// spec: accounts.7
test.each([
  [0, 'green'],
  [80, 'green'],
  [80.1, 'yellow'],
  [95, 'yellow'],
  [95.1, 'red'],
] as const)('%d percent is %s', (percent, color) => {
  expect(usageColor(percent)).toBe(color);
});
