// The waits between restarts.
import { expect, test } from 'vitest';
import { failuresAfter, restartDelayMs } from './backoff.ts';

test('waits half a second after the first failure and doubles up to ten seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(restartDelayMs)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000,
  ]);
});

test('counts quick failures and forgives them after half a minute of running', () => {
  expect(failuresAfter(0, 10)).toBe(1);
  expect(failuresAfter(3, 29_999)).toBe(4);
  expect(failuresAfter(9, 30_000)).toBe(1);
});
