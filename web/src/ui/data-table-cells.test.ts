// Data tables write numbers to four decimals, and their columns are as wide as their content.
import { expect, test } from 'vitest';
import { parseCsv } from '../lib/csv.ts';
import { cellText, columnShapes, fineCellText } from './data-table-cells.ts';

test.each([
  ['10004.999336924084', '10,004.9993'],
  ['-2e-5', '0'],
  ['0.75', '0.75'],
  ['2025-01-01T12:00:00.000Z', '2025-01-01 12:00'],
  ['BTC', 'BTC'],
  ['', '—'],
  [undefined, '—'],
])('%j reads %j', (cell, text) => {
  expect(cellText(cell)).toBe(text);
});

test.each([
  ['0.000123456', '0.00012346'],
  ['0.75', '0.75'],
  ['61234.567891', '61,234.5679'],
  ['-0.00001', '-0.00001'],
  ['sell', 'sell'],
])('%j of fine numbers reads %j', (cell, text) => {
  expect(fineCellText(cell)).toBe(text);
});

test('a cell that holds a book is cut', () => {
  expect(cellText('x'.repeat(1_000_000))).toHaveLength(200);
});

test('columns are told by name, kind and width', () => {
  const table = parseCsv(`a,portfolio_value,,long\n2025-01-01T00:00:00Z,1000.5,,${'y'.repeat(90)}`);
  expect(columnShapes(table)).toMatchObject([
    { column: 0, name: 'a', isNumeric: false, widthChars: 17 },
    { column: 1, name: 'portfolio_value', isNumeric: true, widthChars: 18 },
    { column: 2, name: 'Column 3', isNumeric: false, widthChars: 6 },
    { column: 3, name: 'long', isNumeric: false, widthChars: 34 },
  ]);
});
