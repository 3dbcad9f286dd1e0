// CSV files can be read back, and a spreadsheet finds no formula in them.
import { expect, test } from 'vitest';
import { cellsOf, parseCsv } from './csv.ts';
import { csvText } from './csv-text.ts';

test('fields with commas, quotes and line breaks are quoted', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['x, y', 'say "hi"'],
        ['two\nlines', ''],
      ],
    ),
  ).toBe('a,b\r\n"x, y","say ""hi"""\r\n"two\nlines",\r\n');
});

test('what is written is read back', () => {
  const rows = [
    ['run:1', 'x, "y"'],
    ['', "it's"],
  ];
  const table = parseCsv(csvText(['id', 'text'], rows));
  expect(table.columns).toEqual(['id', 'text']);
  expect(table.lines.map(cellsOf)).toEqual(rows);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula', (text) => {
  expect(csvText(['a'], [[`${text}x`]])).toMatch(/^a\r\n"?'/);
});

test('numbers stay numbers, below zero too', () => {
  expect(csvText(['a', 'b'], [[-0.366, 1e-6]])).toBe('a,b\r\n-0.366,0.000001\r\n');
});
