// Writes tables as comma-separated text (RFC 4180) that no spreadsheet takes for formulas.

/** Where spreadsheets begin a formula; a leading apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

const fieldText = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** The header and its rows; numbers are written as they are, with a point. */
export const csvText = (
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string => [columns, ...rows].map((row) => `${row.map(fieldText).join(',')}\r\n`).join('');
