// The tables of the statistics: months stand where they belong, and colour follows size without lying.
import { describe, expect, test } from 'vitest';
import { heatOf, rowsOf, scaleOf, yearsOf } from './statistics-tables.ts';

const MONTHLY = [
  { year: 2023, months: [...new Array<null>(10).fill(null), 0.02, -0.01], total: 0.0098 },
  { year: 2024, months: [0.1, -0.05, 'x'], total: null },
];

describe('months by year', () => {
  const years = yearsOf({ monthly_returns: MONTHLY });

  test('the newest year comes first', () => {
    expect(years.map(({ year, total }) => [year, total])).toEqual([
      [2024, null],
      [2023, 0.0098],
    ]);
  });

  test('each has twelve months, null outside the run and for anything that is not a number', () => {
    expect(years.map(({ months }) => months.length)).toEqual([12, 12]);
    expect(years[0]?.months.slice(0, 4)).toEqual([0.1, -0.05, null, null]);
    expect(years[1]?.months.slice(-3)).toEqual([null, 0.02, -0.01]);
  });

  test('a run without them has none', () => {
    expect(yearsOf({})).toEqual([]);
  });
});

describe('colour', () => {
  test('grows with the size of the return, in one of two tones', () => {
    expect(heatOf(0.04, 0.08)).toEqual({ tone: 'gain', strength: 0.5 });
    expect(heatOf(-0.08, 0.08)).toEqual({ tone: 'loss', strength: 1 });
    expect(heatOf(9, 0.08)).toEqual({ tone: 'gain', strength: 1 });
    expect(heatOf(0, 0.08)).toBeNull();
  });

  test('one extreme month does not fade the others', () => {
    const months = [...new Array<number>(11).fill(0.2), 9];
    expect(scaleOf([{ year: 2024, months, total: null }])).toBe(0.2);
  });

  test('a run of small returns stays pale', () => {
    expect(scaleOf([{ year: 2024, months: [0.001, null, -0.002], total: null }])).toBe(0.08);
    expect(scaleOf([])).toBe(0.08);
  });
});

test('rows are records only', () => {
  expect(rowsOf({ coins: [{ coin: 'BTC' }, null, 3] }, 'coins')).toEqual([{ coin: 'BTC' }]);
  expect(rowsOf({ coins: 'x' }, 'coins')).toEqual([]);
});
