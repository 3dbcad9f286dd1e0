// Rows are filtered by their displayed text, and sorted with missing values last.
import { describe, expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { filteredRows, isNumeric, sortedRows } from './csv-filter.ts';

const TABLE = parseCsv(
  [
    'timestamp,coin,value',
    '2025-01-01T00:00:00.000Z,BTC,10250.5',
    '2025-01-01T12:00:00.000Z,eth,-0.5',
    '2025-01-02T00:00:00.000Z,,0.75',
    '2025-01-03T00:00:00.000Z,BTC,',
    '2025-01-04T00:00:00.000Z',
  ].join('\n'),
);

describe('filtering', () => {
  test.each([
    ['', null, [0, 1, 2, 3, 4]],
    ['  ', null, [0, 1, 2, 3, 4]],
    ['ETH', null, [1]],
    ['btc', 1, [0, 3]],
    ['btc', 2, []],
    ['2025-01-01 12:00', null, [1]],
    ['1 Jan 2025, 12:00', null, [1]],
    ['3 jan 2025', 0, [3]],
    ['10,250.5', null, [0]],
    ['10,250.5000', null, [0]],
    ['−0.5', null, [1]],
    ['< −0.4', 2, [1]],
    ['> 0.5', 2, [0, 2]],
    ['>=0.75', 2, [0, 2]],
    ['< 0', null, [1]],
    ['<= -0.5', 2, [1]],
    ['= 0.75', 2, [2]],
    ['!= 0.75', 2, [0, 1]],
    ['> 10,000', 2, [0]],
    ['> lots', 2, []],
  ])('by %j in column %j', (text, column, rows) => {
    expect([...filteredRows(TABLE, { text, column })]).toEqual(rows);
  });
});

describe('sorting', () => {
  const rows = filteredRows(TABLE, { text: '', column: null });
  const order = (column: number, descending: boolean) => [...sortedRows(TABLE, rows, { column, descending })];

  test('by numbers, those without one last either way', () => {
    expect(order(2, false)).toEqual([1, 2, 0, 3, 4]);
    expect(order(2, true)).toEqual([0, 2, 1, 3, 4]);
  });

  test('by text, equal rows as they were', () => {
    expect(order(1, false)).toEqual([0, 3, 1, 2, 4]);
    expect(order(0, true)).toEqual([4, 3, 2, 1, 0]);
  });

  test('only the rows that were found', () => {
    const found = filteredRows(TABLE, { text: 'btc', column: null });
    expect([...sortedRows(TABLE, found, { column: 0, descending: true })]).toEqual([3, 0]);
    expect(sortedRows(TABLE, found, null)).toBe(found);
  });

  test('a column whose first number comes late holds numbers', () => {
    const late = parseCsv(['a,b', ...Array.from({ length: 150 }, () => 'x,'), 'x,2', 'x,10'].join('\n'));
    expect(isNumeric(late, 1)).toBe(true);
  });

  test('the first rows decide whether a column holds numbers or text', () => {
    expect([0, 1, 2, 3].map((column) => isNumeric(TABLE, column))).toEqual([false, false, true, false]);
  });
});
