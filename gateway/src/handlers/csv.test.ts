// Lists as CSV: what a spreadsheet makes of them.
import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test('cells are quoted where they need it, and what is missing is empty', () => {
  expect(csvLines([['a', 'b, "c"', 'two\nlines', null, undefined, true, 1.5]])).toBe(
    'a,"b, ""c""","two\nlines",,,true,1.5\n',
  );
});

test('an empty word is not a missing one', () => {
  expect(csvLines([['', null, 'a']])).toBe('"",,a\n');
});

// spec: admin.47
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
  'the text %j is no formula',
  (text) => {
    expect(csvLines([[text]])).toMatch(/^"?'/);
  },
);

test('a negative number stays a number', () => {
  expect(csvLines([[-12.5, -1]])).toBe('-12.5,-1\n');
});
