// Tables of result folders are read as they were written.
import { expect, test } from 'vitest';
import { numbersOf, parseCsv } from './csv.ts';

test('a header and its rows, whatever the line ends and with or without a mark at the start', () => {
  const table = parseCsv('\uFEFFtimestamp,BTC\r\n2025-01-01T00:00:00Z,0.5\r\n2025-01-02T00:00:00Z,\r\n');
  expect(table.columns).toEqual(['timestamp', 'BTC']);
  expect(table.rows).toEqual([
    ['2025-01-01T00:00:00Z', '0.5'],
    ['2025-01-02T00:00:00Z', ''],
  ]);
});

test('quoted fields hold commas and quotes', () => {
  expect(parseCsv('a,b,c\n"x, y","say ""hi""",\n').rows).toEqual([['x, y', 'say "hi"', '']]);
});

test('a line that is not properly quoted is kept as it stands', () => {
  expect(parseCsv('a,b\n5" pipe,2').rows).toEqual([['5" pipe', '2']]);
});

test('nothing is an empty table', () => {
  expect(parseCsv('')).toEqual({ columns: [], rows: [] });
});

test('the numbers of a column, with gaps', () => {
  const table = parseCsv('t,v\na,1.5\nb,\nc,-2e-3\nd,x');
  expect([...(numbersOf(table, 'v') ?? [])]).toEqual([1.5, Number.NaN, -0.002, Number.NaN]);
  expect(numbersOf(table, 'w')).toBeNull();
});
