// How the cells of a data table read, and how wide their columns must be.
import { cellAt, numberOf, type Table } from '../lib/csv.ts';
import { isNumeric } from '../lib/csv-filter.ts';
import { alignedNumber, barTime, dataNumber, fineNumber } from '../lib/format.ts';

/** An instant of the data, without seconds. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00(?:\.000)?Z$/;

/** More of a cell than this is not drawn: a file may hold anything. */
const CELL_CHARS_MAX = 200;

type Write = (cell: string | undefined) => string;

const writtenWith =
  (write: (value: number) => string): Write =>
  (cell) => {
    const text = cell?.trim() ?? '';
    if (text === '') return '—';
    const number = numberOf(text);
    if (Number.isFinite(number)) return write(number);
    return INSTANT.test(text) ? barTime(Date.parse(text)) : text.slice(0, CELL_CHARS_MAX);
  };

const DECIMALS = 4;
/** Amounts of the smallest coins need more. */
const FINE_DECIMALS_MAX = 8;

/** How many decimals a number needs to keep five digits. */
const fineDecimals = (value: number): number => {
  if (value === 0 || Math.abs(value) >= 1) return DECIMALS;
  return 4 - Math.floor(Math.log10(Math.abs(value)));
};

/** How a column of numbers is written: whole ones as such, others with so many decimals, their points below each other. */
const columnWrite = (numbers: readonly number[], isFine: boolean): Write => {
  if (numbers.every(Number.isInteger)) return writtenWith(isFine ? fineNumber : dataNumber);
  const needed = isFine ? Math.max(DECIMALS, ...numbers.map(fineDecimals)) : DECIMALS;
  const decimals = Math.min(FINE_DECIMALS_MAX, needed);
  return writtenWith((value) =>
    // One that is smaller than those that were looked at keeps its digits.
    isFine && fineDecimals(value) > decimals ? fineNumber(value) : alignedNumber(value, decimals),
  );
};

export type ColumnShape = {
  /** Counted from 0. */
  readonly column: number;
  readonly name: string;
  readonly isNumeric: boolean;
  readonly widthChars: number;
  readonly write: Write;
};

/** Rows looked at for the width of a column, evenly over the table. */
const SAMPLE_ROWS = 60;
const WIDTH_MIN_CHARS = 6;
const WIDTH_MAX_CHARS = 34;
/** What a head needs besides its name: the arrow of its order. */
const ARROW_CHARS = 3;

/**
 * The columns of a table: fixed widths, so that nothing moves while other rows come into sight. `isFine`: numbers below 1
 * keep five digits rather than four decimals, as amounts of coins need. `headingOf`: a column's readable name.
 */
export const columnShapes = (
  table: Table,
  isFine = false,
  headingOf: (name: string) => string = (name) => name,
): ColumnShape[] => {
  const step = Math.max(1, Math.ceil(table.lines.length / SAMPLE_ROWS));
  const sample = table.lines.filter((_, row) => row % step === 0);
  return table.columns.map((given, column) => {
    const name = headingOf(given);
    const cells = sample.map((line) => cellAt(line, column));
    const isNumbers = isNumeric(table, column);
    const write = columnWrite(isNumbers ? cells.map(numberOf).filter(Number.isFinite) : [], isFine);
    const longest = Math.max(0, ...cells.map((cell) => write(cell).length));
    const wanted = Math.max(WIDTH_MIN_CHARS, longest + 1, name.length + ARROW_CHARS);
    return {
      column,
      name: name === '' ? `Column ${column + 1}` : name,
      isNumeric: isNumbers,
      widthChars: Math.min(WIDTH_MAX_CHARS, wanted),
      write,
    };
  });
};
