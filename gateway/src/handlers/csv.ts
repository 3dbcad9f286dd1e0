// Rows as CSV that a spreadsheet opens safely: text is never taken for a formula, and a number stays a number.
import { stringify } from 'csv-stringify/sync';

/** One line each, quoted where needed. A missing value is an empty cell, and an empty word is quoted: `""`. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  stringify([...rows] as unknown[][], {
    escape_formulas: true,
    cast: {
      // A negative number begins like a formula, and is none.
      number: (value) => ({ value: String(value), escape_formulas: false }),
      string: (value) => (value === '' ? { value, quoted_empty: true } : value),
      boolean: (value) => (value ? 'true' : 'false'),
    },
  });
