// Reads columns of numbers out of a table, all that are wanted in one walk: a chart opens with half a million of them.
import { cellsOf, numberOf, type Table } from './csv.ts';

const [MINUS, POINT, ZERO, NINE] = [45, 46, 48, 57];
/** So many digits and their power of ten are exact, so that one division gives the nearest number, as `Number` does. */
const DIGITS_MAX = 15;
const POWERS = Float64Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power);

/** With a sign and a point. */
const CHARS_MAX = DIGITS_MAX + 2;

/** A plain decimal in a part of a line, without cutting it out; NaN for anything else, also for one with more digits. */
const plainDecimal = (line: string, from: number, to: number): number => {
  if (to - from > CHARS_MAX) return Number.NaN;
  const isNegative = line.charCodeAt(from) === MINUS;
  let [whole, digits, decimals] = [0, 0, -1];
  for (let at = isNegative ? from + 1 : from; at < to; at += 1) {
    const code = line.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      whole = whole * 10 + code - ZERO;
      digits += 1;
    } else if (code === POINT && decimals === -1) decimals = to - at - 1;
    else return Number.NaN;
  }
  if (digits === 0 || digits > DIGITS_MAX) return Number.NaN;
  const size = decimals < 1 ? whole : whole / (POWERS[decimals] as number);
  return isNegative ? -size : size;
};

/** The number in a part of a line, as `numberOf` reads it. */
const numberIn = (line: string, from: number, to: number): number => {
  const plain = plainDecimal(line, from, to);
  return Number.isNaN(plain) ? numberOf(line.slice(from, to)) : plain;
};

/** A column to read: its place in the table, and its numbers by row. */
type Column = { readonly place: number; readonly numbers: Float64Array };

/** `wanted`: for each place up to the last that is read, its column. */
const readRow = (line: string, row: number, wanted: readonly (Column | undefined)[]): void => {
  let from = 0;
  for (const column of wanted) {
    const comma = line.indexOf(',', from);
    const to = comma === -1 ? line.length : comma;
    if (column) column.numbers[row] = numberIn(line, from, to);
    if (comma === -1) return;
    from = comma + 1;
  }
};

const readQuotedRow = (line: string, row: number, columns: readonly Column[]): void => {
  const cells = cellsOf(line);
  for (const { place, numbers } of columns) numbers[row] = numberOf(cells[place] ?? '');
};

/** The numbers of each named column by row, NaN where there is none; null for a column that the table lacks. */
export const numbersOf = ({ columns, lines }: Table, names: readonly string[]): (Float64Array | null)[] => {
  const all = names.map((name): Column | null => {
    const place = columns.indexOf(name);
    return place === -1 ? null : { place, numbers: new Float64Array(lines.length).fill(Number.NaN) };
  });
  const present = all.filter((column) => column !== null);
  const last = present.reduce((most, { place }) => Math.max(most, place), -1);
  const wanted = Array.from({ length: last + 1 }, (_, place) =>
    present.find((column) => column.place === place),
  );
  lines.forEach((line, row) => {
    if (line.includes('"')) readQuotedRow(line, row, present);
    else readRow(line, row, wanted);
  });
  return all.map((column) => column?.numbers ?? null);
};
