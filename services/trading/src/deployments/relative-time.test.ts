// How far away a time is, in words.
import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

test.each([
  [5 * 60_000, 'in 5 minutes'],
  [-2 * 3_600_000, '2 hours ago'],
  [-86_400_000, '1 day ago'],
  [0, 'in 0 seconds'],
])('%s ms from now is %s', (ms, words) => {
  expect(relativeTime(1_000_000_000 + ms, 1_000_000_000)).toBe(words);
});
