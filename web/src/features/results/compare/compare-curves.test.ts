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

test('of longer bars the value in force at the start counts', () => {
  const weekly = {
    times: Float64Array.of(0, 7 * DAY_MS, 14 * DAY_MS),
    values: Float64Array.of(10, 20, 5),
  };
  const { lines, whole } = rebased([weekly, daily(3, ...Array.from({ length: 20 }, () => 7))]);
  expect(whole).toEqual({ from: 3 * DAY_MS, to: 14 * DAY_MS });
  expect(lines[0]?.times).toEqual(Float64Array.of(3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS));
  expect(valuesOf(lines[0] as Series)).toEqual([100, 200, 50]);
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
