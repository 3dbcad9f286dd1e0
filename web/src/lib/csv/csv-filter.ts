// The visible rows of a table, and their order.

import { MONTHS } from '../format.ts';
import { cellAt, cellsOf, numberOf, type Table } from './csv.ts';

/** Columns are counted from 0. */
export type Order = { readonly column: number; readonly descending: boolean };
/** `column` null: any of them. */
export type Filter = { readonly column: number | null; readonly text: string };

const COMPARISON = /^(>=|<=|!=|>|<|=)\s*([-−]?[\d.,]+(?:e[+-]?\d+)?)$/i;

const COMPARED: Readonly<Record<string, (value: number, to: number) => boolean>> = {
  '>': (value, to) => value > to,
  '>=': (value, to) => value >= to,
  '<': (value, to) => value < to,
  '<=': (value, to) => value <= to,
  '=': (value, to) => value === to,
  '!=': (value, to) => value !== to,
};

type Test = (line: string) => boolean;

const compares = (text: string, column: number | null): Test | null => {
  const [, sign = '', digits = ''] = COMPARISON.exec(text) ?? [];
  const compared = COMPARED[sign];
  const to = Number(digits.replaceAll(',', '').replace('−', '-'));
  if (!compared || Number.isNaN(to)) return null;
  const holds = (cell: string) => {
    const value = numberOf(cell);
    return !Number.isNaN(value) && compared(value, to);
  };
  return column === null ? (line) => cellsOf(line).some(holds) : (line) => holds(cellAt(line, column));
};

const DAY = new RegExp(`^(\\d{1,2}) (${MONTHS.join('|')}) (\\d{4})(?:, ?(\\d{2}:\\d{2}))?$`, 'i');

/** A day as it reads on the screen (`1 Jan 2025, 12:00`) as the table writes it; null for other texts. */
const dayWritten = (text: string): string | null => {
  const [, day = '', month = '', year = '', clock] = DAY.exec(text) ?? [];
  if (day === '') return null;
  const place = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase()) + 1;
  const date = `${year}-${String(place).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return (clock === undefined ? date : `${date}T${clock}`).toLowerCase();
};

/** A text typed as it reads on the screen (`1 Jan 2025`, `−10,250.5000`), as the table writes it. */
const asWritten = (text: string): string => {
  const typed = text.replace('−', '-');
  if (/^-?[\d,]+(\.\d*)?$/.test(typed))
    return typed.replaceAll(/,(?=\d{3})/g, '').replace(/(\.\d*?)0+$/, '$1');
  return dayWritten(typed) ?? typed.replace(/(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T').toLowerCase();
};

const contains = (text: string, column: number | null): Test => {
  const sought = asWritten(text);
  return column === null
    ? (line) => line.toLowerCase().includes(sought)
    : (line) => cellAt(line, column).toLowerCase().includes(sought);
};

/** The rows that contain the text or match its comparison (`> 0.5`); all rows for an empty text. */
export const filteredRows = ({ lines }: Table, { column, text }: Filter): Uint32Array => {
  const all = Uint32Array.from(lines.keys());
  const sought = text.trim();
  if (sought === '') return all;
  const test = compares(sought, column) ?? contains(sought, column);
  return all.filter((row) => test(lines[row] ?? ''));
};

const joined = (first: Uint32Array, last: Uint32Array): Uint32Array => {
  const rows = new Uint32Array(first.length + last.length);
  rows.set(first);
  rows.set(last, first.length);
  return rows;
};

const byNumber = (values: Float64Array, rows: Uint32Array, sign: number): Uint32Array => {
  const isNumber = (row: number) => !Number.isNaN(values[row]);
  const sorted = rows
    .filter(isNumber)
    .sort((a, b) => sign * ((values[a] as number) - (values[b] as number)) || a - b);
  return joined(
    sorted,
    rows.filter((row) => !isNumber(row)),
  );
};

const byText = (texts: readonly string[], rows: Uint32Array, sign: number): Uint32Array => {
  const isThere = (row: number) => texts[row] !== '';
  const sorted = rows.filter(isThere).sort((a, b) => {
    const [one, other] = [texts[a] as string, texts[b] as string];
    return one === other ? a - b : one < other ? -sign : sign;
  });
  return joined(
    sorted,
    rows.filter((row) => !isThere(row)),
  );
};

const JUDGED_MAX = 100;

/** True if the cells of a column are numbers, judged by the first that are not empty. */
export const isNumeric = ({ lines }: Table, column: number): boolean => {
  let judged = 0;
  for (const line of lines) {
    const cell = cellAt(line, column);
    if (cell.trim() === '') continue;
    if (!Number.isFinite(numberOf(cell))) return false;
    judged += 1;
    if (judged === JUDGED_MAX) break;
  }
  return judged > 0;
};

/** Rows in the order of a column, those without a value last either way; equal ones stay as they were. */
export const sortedRows = (table: Table, rows: Uint32Array, order: Order | null): Uint32Array => {
  if (order === null) return rows;
  const sign = order.descending ? -1 : 1;
  const texts = table.lines.map((line) => cellAt(line, order.column));
  return isNumeric(table, order.column)
    ? byNumber(Float64Array.from(texts, numberOf), rows, sign)
    : byText(texts, rows, sign);
};
