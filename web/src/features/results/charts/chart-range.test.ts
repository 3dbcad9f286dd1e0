// The buttons of a chart's time range, and the ranges that a mouse may select.
import { expect, test } from 'vitest';
import { drawnRange, isShorter, namedRange, RANGES } from './chart-range.ts';

const HOUR = 3_600_000;
const WHOLE = { from: Date.UTC(2023, 5, 15), to: Date.UTC(2025, 2, 31, 23) };

test.each([
  ['1M', '2025-02-28T23:00:00.000Z'],
  ['3M', '2024-12-31T23:00:00.000Z'],
  ['6M', '2024-09-30T23:00:00.000Z'],
  ['YTD', '2025-01-01T00:00:00.000Z'],
  ['1Y', '2024-03-31T23:00:00.000Z'],
  ['All', '2023-06-15T00:00:00.000Z'],
] as const)('%s reaches back to %s', (name, from) => {
  expect(namedRange(name, WHOLE)).toEqual({ from: Date.parse(from), to: WHOLE.to });
});

test('no range reaches beyond the run, and ranges that would show all of it are recognised', () => {
  const short = { from: Date.UTC(2025, 1, 20), to: WHOLE.to };
  expect(namedRange('1Y', short)).toEqual(short);
  expect(RANGES.filter((name) => isShorter(name, short))).toEqual(['1M', 'All']);
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
