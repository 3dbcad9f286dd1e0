// A wait counts down to the second and ends at nothing.
import { expect, test } from 'vitest';
import { secondsLeft, waitText } from './countdown.ts';

test.each([
  [1, '1 s'],
  [119, '119 s'],
  [120, '2:00 min'],
  [245, '4:05 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

test.each([
  [5_000, 0, 5],
  [5_000, 1, 5],
  [5_000, 4_999, 1],
  [5_000, 5_000, 0],
  [5_000, 9_000, 0],
])('until %d at %d there are %d left', (until, now, left) => {
  expect(secondsLeft(until, now)).toBe(left);
});
