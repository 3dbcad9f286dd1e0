// How the cells of a data table read, and how wide their columns must be.
import { cellAt, numberOf, type Table } from '../lib/csv.ts';
import { isNumeric } from '../lib/csv-filter.ts';
import { dataNumber, fineNumber } from '../lib/format.ts';

/** An instant of the data, without seconds. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):00(?:\.000)?Z$/;

/** More of a cell than this is not drawn: a file may hold anything. */
const CELL_CHARS_MAX = 200;

type Write = (cell: string | undefined) => string;

const writtenWith =
  (write: (value: number) => string): Write =>
  (cell) => {
    const text = cell?.trim() ?? '';
    if (text === '') return '—';
    const number = numberOf(text);
    return Number.isFinite(number) ? write(number) : text.slice(0, CELL_CHARS_MAX).replace(INSTANT, '$1 $2');
  };

/** Numbers to four decimals, instants to the minute, a dash for nothing. */
export const cellText = writtenWith(dataNumber);

/** The same, but of numbers below 1 five digits, so that small amounts and prices stay apart. */
export const fineCellText = writtenWith(fineNumber);

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

/** The columns of a table: fixed widths, so that nothing moves while other rows come into sight. */
export const columnShapes = (table: Table, write: Write = cellText): ColumnShape[] => {
  const step = Math.max(1, Math.ceil(table.lines.length / SAMPLE_ROWS));
  const sample = table.lines.filter((_, row) => row % step === 0);
  return table.columns.map((name, column) => {
    const longest = Math.max(0, ...sample.map((line) => write(cellAt(line, column)).length));
    const wanted = Math.max(WIDTH_MIN_CHARS, longest + 1, name.length + ARROW_CHARS);
    return {
      column,
      name: name === '' ? `Column ${column + 1}` : name,
      isNumeric: isNumeric(table, column),
      widthChars: Math.min(WIDTH_MAX_CHARS, wanted),
      write,
    };
  });
};
