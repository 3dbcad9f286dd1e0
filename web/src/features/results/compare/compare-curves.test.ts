// Rebased curves: all begin at 100 where their shared time begins, or each by itself.
import { expect, test } from 'vitest';
import type { Series } from '../charts/run-curves.ts';
import { finest, rebased } from './compare-curves.ts';

const DAY_MS = 86_400_000;
const daily = (firstDay: number, ...values: number[]): Series => ({
  times: Float64Array.from(values, (_, index) => (firstDay + index) * DAY_MS),
  values: Float64Array.from(values),
});
const valuesOf = ({ values }: Series) => Array.from(values);

test('curves begin at 100 on the first day that all of them have, and end on the last', () => {
  const { lines, isShared, whole } = rebased([daily(0, 5, 10, 20, 30), daily(1, 200, 100, 50, 400)]);
  expect(isShared).toBe(true);
  expect(whole).toEqual({ from: DAY_MS, to: 3 * DAY_MS });
  expect(lines.map(valuesOf)).toEqual([
    [100, 200, 300],
    [100, 50, 25],
  ]);
});

test('beside longer bars all begin and end with one of them, so that no curve has days of its own', () => {
  const weekly = {
    times: Float64Array.of(0, 7 * DAY_MS, 14 * DAY_MS, 21 * DAY_MS),
    values: Float64Array.of(10, 20, 5, 40),
  };
  const days = Array.from({ length: 15 }, (_, day) => day + 1);
  const { lines, whole } = rebased([weekly, daily(3, ...days)]);
  expect(whole).toEqual({ from: 7 * DAY_MS, to: 14 * DAY_MS });
  expect(lines.map(({ times }) => [times[0], times.at(-1)])).toEqual([
    [7 * DAY_MS, 14 * DAY_MS],
    [7 * DAY_MS, 14 * DAY_MS],
  ]);
  expect(lines.map(({ values }) => values.at(-1))).toEqual([25, 240]);
});

test('beside longer bars of which less than one is shared each begins at 100', () => {
  const weekly = { times: Float64Array.of(0, 7 * DAY_MS), values: Float64Array.of(10, 20) };
  expect(rebased([weekly, daily(3, 1, 2, 3, 4, 5, 6)]).isShared).toBe(false);
});

test('curves without shared time each begin at 100', () => {
  const { lines, isShared, whole } = rebased([daily(0, 5, 10), daily(10, 4, 2)]);
  expect(isShared).toBe(false);
  expect(whole).toEqual({ from: 0, to: 11 * DAY_MS });
  expect(lines.map(valuesOf)).toEqual([
    [100, 200],
    [100, 50],
  ]);
});

test('the crosshair moves along the curve with the most bars', () => {
  const long = daily(0, 1, 2, 3);
  expect(finest([daily(0, 1), long, daily(0, 1, 2)])).toBe(long);
});
