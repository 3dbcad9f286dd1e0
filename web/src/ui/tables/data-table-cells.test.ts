// Data tables write numbers to four decimals, the points of a column below each other, and columns as wide as their content.
import { expect, test } from 'vitest';
import { parseCsv } from '../../lib/csv/csv.ts';
import { columnShapes, exactOf } from './data-table-cells.ts';

/** The cells of a column of these. */
const column = (cells: readonly string[], amounts: readonly string[] = []): string[] => {
  const [shape] = columnShapes(parseCsv(['a,b', ...cells.map((cell) => `${cell},`)].join('\n')), amounts);
  return cells.map((cell) => shape?.write(cell) ?? '');
};

// spec: results.33
test.each([
  [
    ['10004.999336924084', '-2e-5', '0.75'],
    ['10,004.9993', '0.0000', '0.7500'],
  ],
  [
    ['-1234', '5', ''],
    ['−1,234', '5', '—'],
  ],
  [['2025-01-01T12:00:00.000Z'], ['1 Jan 2025, 12:00']],
  [
    ['BTC', ''],
    ['BTC', '—'],
  ],
])('%j reads %j', (cells, texts) => {
  expect(column(cells)).toEqual(texts);
});

// spec: results.43
test('amounts have four decimals throughout, and one that they leave nothing of says so', () => {
  expect(column(['61234.567891', '0.000066611', '-0.00001', '0', '5', ''], ['a'])).toEqual([
    ...['61,234.5679', '0.0001', '>−0.0001', '0.0000', '5.0000', '—'],
  ]);
  expect(column(['0.00004', '0.00000000012'], ['a'])).toEqual(['<0.0001', '<0.0001']);
});

test('a column of amounts is one of numbers, whatever it holds', () => {
  const table = parseCsv('price,profit\n10,\n20,');
  expect(columnShapes(table, ['price', 'profit']).map((shape) => shape.isNumeric)).toEqual([true, true]);
});

test.each([
  ['0.000066611', '0.000066611'],
  [' 61234.567891', '61234.567891'],
  ['1234.5', undefined],
  ['', undefined],
  ['BTC', undefined],
  [undefined, undefined],
])('the exact number of %j is %j', (cell, exact) => expect(exactOf(cell)).toBe(exact));

test('a cell that holds a book is cut', () => {
  expect(column(['x'.repeat(1_000_000)])[0]).toHaveLength(200);
});

test('columns have a name, a kind and a width', () => {
  const table = parseCsv(`a,portfolio_value,,long\n2025-01-01T00:00:00Z,1000.5,,${'y'.repeat(90)}`);
  expect(columnShapes(table)).toMatchObject([
    { column: 0, name: 'a', isNumeric: false, widthChars: 18 },
    { column: 1, name: 'portfolio_value', isNumeric: true, widthChars: 18 },
    { column: 2, name: 'Column 3', isNumeric: false, widthChars: 6 },
    { column: 3, name: 'long', isNumeric: false, widthChars: 34 },
  ]);
});
