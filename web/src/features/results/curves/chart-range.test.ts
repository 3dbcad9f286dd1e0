// The buttons of a chart's time range, and the ranges that a mouse may select.
import { expect, test } from 'vitest';
import { drawnRange, isShorter, namedRange, RANGES } from './chart-range.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WHOLE = { from: Date.UTC(2023, 5, 15), to: Date.UTC(2025, 2, 31, 23) };

test.each([
  ['1M', '2025-03-01'],
  ['3M', '2025-01-01'],
  ['6M', '2024-10-01'],
  ['YTD', '2025-01-01'],
  ['1Y', '2024-04-01'],
  ['All', '2023-06-15'],
] as const)('%s begins with the first hour of %s', (name, from) => {
  expect(namedRange(name, WHOLE, HOUR)).toEqual({ from: Date.parse(from), to: WHOLE.to });
});

// The last bar of a day opens at its midnight and is part of it: a range that began on the same day of the month
// would have that day twice.
// spec: results.61
test.each([
  ['1Y', '2025-10-08', '2024-10-09', 365],
  ['6M', '2025-10-08', '2025-04-09', 183],
  ['3M', '2025-10-08', '2025-07-09', 92],
  ['1M', '2025-10-08', '2025-09-09', 30],
  ['1M', '2025-03-31', '2025-03-01', 31],
  ['1M', '2025-03-30', '2025-03-01', 30],
  ['6M', '2025-08-31', '2025-03-01', 184],
  ['1Y', '2024-02-29', '2023-03-01', 366],
] as const)('%s that ends on %s begins on %s and has %d daily bars', (name, last, first, bars) => {
  const whole = { from: Date.UTC(2020, 0, 1), to: Date.parse(last) };
  const { from, to } = namedRange(name, whole, DAY);
  expect([from, to]).toEqual([Date.parse(first), whole.to]);
  expect((to - from) / DAY + 1).toBe(bars);
});

test('the days of an hourly run have the time of their last hour, and begin at midnight', () => {
  const whole = { from: Date.UTC(2024, 0, 1, 23), to: Date.UTC(2025, 9, 8, 23) };
  expect(namedRange('1M', whole, DAY).from).toBe(Date.UTC(2025, 8, 9));
});

test('a week counts by the day that it ends on', () => {
  const whole = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2025, 9, 6) };
  expect(namedRange('1M', whole, 7 * DAY).from).toBe(Date.UTC(2025, 8, 13));
});

test('no range reaches beyond the run, and ranges that would show all of it are recognised', () => {
  const short = { from: Date.UTC(2025, 1, 20), to: WHOLE.to };
  expect(namedRange('1Y', short, HOUR)).toEqual(short);
  expect(RANGES.filter((name) => isShorter(name, short, HOUR))).toEqual(['1M', 'All']);
});

test('what is drawn is put in order, kept within the run, and has at least five bars', () => {
  const { from, to } = WHOLE;
  expect(drawnRange(to - 9 * HOUR, from - HOUR, WHOLE, HOUR)).toEqual({ from, to: to - 9 * HOUR });
  const middle = from + 1_000 * HOUR;
  expect(drawnRange(middle, middle, WHOLE, HOUR)).toEqual({
    from: middle - 2.5 * HOUR,
    to: middle + 2.5 * HOUR,
  });
  expect(drawnRange(to, to, WHOLE, HOUR)).toEqual({ from: to - 2.5 * HOUR, to });
});
