// The weight of requests adds up within a clock minute and restarts with the next.
import { expect, test } from 'vitest';
import { createRequestWeight } from './request-weight.ts';

test('adds up within a minute and starts again with the next', () => {
  const weight = createRequestWeight();
  expect(weight.add(20, 60_000)).toBe(20);
  expect(weight.add(2, 119_999)).toBe(22);
  expect(weight.add(2, 120_000)).toBe(2);
});

test('remembers the largest sum of a minute', () => {
  const weight = createRequestWeight();
  for (const [add, atMs] of [
    [20, 60_000],
    [5, 60_001],
    [2, 120_000],
  ] as const)
    weight.add(add, atMs);
  expect(weight.most()).toBe(25);
});

test('says how long to wait for the next minute, never 0', () => {
  const weight = createRequestWeight();
  expect(weight.retryAfterSeconds(60_000)).toBe(60);
  expect(weight.retryAfterSeconds(119_001)).toBe(1);
});
