// Rebased curves: all begin at 100 where their shared time begins, or each by itself.
import { expect, test } from 'vitest';
import type { Series } from '../curves/run-curves.ts';
import { comparedSummary, finest, rebased, valuesAtCloses, valueWithin } from './compare-curves.ts';

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

test('with longer bars all begin and end with one of them, so that no curve has days of its own', () => {
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

test('with longer bars of which less than one is shared each begins at 100', () => {
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

const iso = (day: number) => new Date(day * DAY_MS).toISOString();
/** A run of these closes whose bars begin at a day. */
const run = (firstDay: number, barDays: number, initialValue: number, ...closes: number[]) => {
  const opens = closes.map((_, bar) => firstDay + bar * barDays);
  const portfolio = {
    times: Float64Array.from(opens, (day) => day * DAY_MS),
    values: Float64Array.from(closes),
  };
  const statistics = { start: iso(firstDay), end: iso(firstDay + closes.length * barDays) };
  return valuesAtCloses({ portfolio, initialValue }, statistics);
};
const endsOf = (...lines: Series[]) => rebased(lines).lines.map(({ values }) => [values[0], values.at(-1)]);

test('a result that lies wholly inside the shared days returns there what it returns in all', () => {
  expect(endsOf(run(10, 1, 100, 90, 80), run(8, 1, 100, 1, 50, 60, 75, 1))).toEqual([
    [100, 80],
    [100, 150],
  ]);
});

test('a weekly result inside of a daily one returns there what it returns in all', () => {
  const days = Array.from({ length: 21 }, (_, day) => 101 + day);
  expect(endsOf(run(10, 7, 100, 90), run(4, 1, 100, ...days))).toEqual([
    [100, 90],
    [100, (100 * 113) / 106],
  ]);
});

test('the days of an hourly run end where the days of a daily run end', () => {
  const portfolio = { times: Float64Array.of(DAY_MS * (1 + 23 / 24), DAY_MS * (2 + 23 / 24)) };
  const curves = { portfolio: { ...portfolio, values: Float64Array.of(110, 120) }, initialValue: 100 };
  const { times } = valuesAtCloses(curves, { start: iso(1), end: iso(3) });
  expect(Array.from(times)).toEqual([DAY_MS, 2 * DAY_MS, 3 * DAY_MS]);
});

test('without its span a run begins where its first bar opens', () => {
  const { times, values } = valuesAtCloses({ portfolio: daily(1, 5, 6), initialValue: 4 }, {});
  expect(Array.from(times)).toEqual([DAY_MS, 2 * DAY_MS, 3 * DAY_MS]);
  expect(Array.from(values)).toEqual([4, 5, 6]);
});

test('a curve has no value before its first and after its last', () => {
  const line = daily(1, 5, 6);
  expect([0.5, 1.5, 2, 2.5].map((day) => valueWithin(line, day * DAY_MS))).toEqual([
    ...[Number.NaN, 5, 6, Number.NaN],
  ]);
});

test('the chart is a sentence about the range that it shows', () => {
  const lines = [
    { name: 'calm', series: daily(0, 100, 110, 121, 133) },
    { name: 'wild', series: daily(2, 100, 50) },
  ];
  expect(comparedSummary(lines, { from: 0, to: 3 * DAY_MS })).toBe(
    'Equity of the compared results, 1 Jan 1970 – 3 Jan 1970: calm from 100.00 to 133.00; wild from 100.00 to 50.00',
  );
  expect(comparedSummary(lines, { from: DAY_MS, to: DAY_MS * 1.5 })).toBe(
    'Equity of the compared results, 2 Jan 1970 – 2 Jan 1970: calm from 110.00 to 110.00; wild: nothing',
  );
});

test('the crosshair moves along the curve with the most bars', () => {
  const long = daily(0, 1, 2, 3);
  expect(finest([daily(0, 1), long, daily(0, 1, 2)])).toBe(long);
});
