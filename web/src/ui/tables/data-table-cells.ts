// How the cells of a data table read, and how wide their columns must be.
import { cellAt, numberOf, type Table } from '../../lib/csv/csv.ts';
import { isNumeric } from '../../lib/csv/csv-filter.ts';
import { alignedAmount, alignedNumber, barTime, dataNumber } from '../../lib/format.ts';

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

/** How a column of numbers is written: whole ones as such, others with four decimals, their points below each other. */
const columnWrite = (numbers: readonly number[], isAmounts: boolean): Write => {
  if (isAmounts) return writtenWith(alignedAmount);
  return writtenWith(
    numbers.every(Number.isInteger) ? dataNumber : (value) => alignedNumber(value, DECIMALS),
  );
};

/** The whole of a number that is rounded on the screen; undefined where nothing is left out. */
export const exactOf = (cell: string | undefined): string | undefined => {
  const number = numberOf(cell ?? '');
  const shown = Math.round(number * 10 ** DECIMALS) / 10 ** DECIMALS;
  return Number.isFinite(number) && shown !== number ? cell?.trim() : undefined;
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
/** The room of a head besides its name: the arrow of its order. */
const ARROW_CHARS = 3;
const SPARE_CHARS = 1;
/** A longer amount may stand between the rows looked at. */
const AMOUNT_SPARE_CHARS = 2;

/**
 * The columns of a table: fixed widths, so that nothing moves while other rows come into sight. `amounts`: the columns that
 * are numbers even where their cells are empty, all with four decimals. `headingOf`: a column's readable name.
 */
export const columnShapes = (
  table: Table,
  amounts: readonly string[] = [],
  headingOf: (name: string) => string = (name) => name,
): ColumnShape[] => {
  const step = Math.max(1, Math.ceil(table.lines.length / SAMPLE_ROWS));
  const sample = table.lines.filter((_, row) => row % step === 0);
  return table.columns.map((given, column) => {
    const name = headingOf(given);
    const cells = sample.map((line) => cellAt(line, column));
    const isAmounts = amounts.includes(given);
    const isNumbers = isAmounts || isNumeric(table, column);
    const write = columnWrite(isNumbers ? cells.map(numberOf).filter(Number.isFinite) : [], isAmounts);
    const longest = Math.max(0, ...cells.map((cell) => write(cell).length));
    const spare = isAmounts ? AMOUNT_SPARE_CHARS : SPARE_CHARS;
    const wanted = Math.max(WIDTH_MIN_CHARS, longest + spare, name.length + ARROW_CHARS);
    return {
      column,
      name: name === '' ? `Column ${column + 1}` : name,
      isNumeric: isNumbers,
      widthChars: Math.min(WIDTH_MAX_CHARS, wanted),
      write,
    };
  });
};
