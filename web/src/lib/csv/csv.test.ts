// Tables of result folders are read as they were written; anything else is reported.
import { describe, expect, test } from 'vitest';
import { cellAt, cellsOf, isTableText, parseCsv } from './csv.ts';

const rowsOf = (text: string) => parseCsv(text).lines.map(cellsOf);

describe('reading', () => {
  test('a header and its rows, whatever the line ends and with or without a mark at the start', () => {
    const text = '\uFEFFtimestamp,BTC\r\n2025-01-01T00:00:00Z,0.5\r\n2025-01-02T00:00:00Z,\r\n';
    expect(parseCsv(text).columns).toEqual(['timestamp', 'BTC']);
    expect(rowsOf(text)).toEqual([
      ['2025-01-01T00:00:00Z', '0.5'],
      ['2025-01-02T00:00:00Z', ''],
    ]);
  });

  test('quoted fields hold commas and quotes', () => {
    expect(rowsOf('a,b,c\n"x, y","say ""hi""",\n')).toEqual([['x, y', 'say "hi"', '']]);
  });

  test('a line that is not properly quoted is kept as it stands', () => {
    expect(rowsOf('a,b\n5" pipe,2')).toEqual([['5" pipe', '2']]);
  });

  test('nothing is an empty table', () => {
    expect(parseCsv('')).toEqual({ columns: [], lines: [] });
  });
});

describe('one cell', () => {
  test.each([
    ['a,b,c', ['a', 'b', 'c', '', '']],
    ['"x, y",2', ['x, y', '2', '', '']],
    [',', ['', '', '']],
    ['', ['', '']],
  ])('of %j, empty beyond the end', (line, cells) => {
    expect(cells.map((_, index) => cellAt(line, index))).toEqual(cells);
  });
});

describe('input that is not a table', () => {
  test.each([
    ['a page', '<!doctype html>\n<p>a,b'],
    ['JSON', '{"a":1}'],
    ['a picture', '\u0089PNG\u0000\u0001,'],
    ['one endless line', 'x'.repeat(20_000)],
    ['more columns than any table has', 'a,'.repeat(300)],
    ['nothing', ''],
    ['an empty first line', '\na,b'],
  ])('is %s', (_, text) => {
    expect(isTableText(text)).toBe(false);
  });

  test('while a header and ragged rows are one', () => {
    expect(isTableText('a,b\n1\n1,2,3\n')).toBe(true);
  });
});
