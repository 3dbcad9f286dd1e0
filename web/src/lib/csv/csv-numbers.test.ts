// Columns of numbers are those that JavaScript reads cell by cell.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberOf, parseCsv } from './csv.ts';
import { numbersOf } from './csv-numbers.ts';

test('columns are read together, with gaps, short rows, quotes and without the ones the table lacks', () => {
  const table = parseCsv('t,v,w\na,1.5,7\nb,\n"c, d","-2",3\nd,x,-0\ne\nf, ,.5\ng,-2e-3,');
  const { NaN: none } = Number;
  expect(numbersOf(table, ['w', 'missing', 'v'])).toEqual([
    Float64Array.of(7, none, 3, -0, none, 0.5, none),
    null,
    Float64Array.of(1.5, none, -2, none, none, none, -0.002),
  ]);
  expect(numbersOf(table, [])).toEqual([]);
});

const decimal = fc
  .tuple(
    fc.constantFrom('', '-', '+', ' '),
    fc.stringMatching(/^\d{0,18}$/),
    fc.constantFrom('', '.', '..'),
    fc.stringMatching(/^\d{0,18}$/),
  )
  .map((parts) => parts.join(''));
const cell = fc.oneof(
  decimal,
  fc.double().map(String),
  fc.double().map((number) => number.toFixed(6)),
  fc.constantFrom('', ' ', '1e3', 'Infinity', '-', '.', '0x10', '1_0'),
);

test('every cell is the number that it is alone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const table = parseCsv(`a,b\n${rows.map((row) => row.join(',')).join('\n')}`);
      expect(numbersOf(table, ['a', 'b'])).toEqual([
        Float64Array.from(rows, ([a]) => numberOf(a)),
        Float64Array.from(rows, ([, b]) => numberOf(b)),
      ]);
    }),
    { numRuns: 2_000 },
  );
});
