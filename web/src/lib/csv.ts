// Reads the tables of result folders: comma-separated text with a header line, quotes where needed (RFC 4180).

export type Table = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** Rows kept at most; hourly bars of five years are half of it. */
export const CSV_ROWS_MAX = 100_000;

const QUOTED = /^(?:[^",]*|"(?:[^"]|"")*")(?:,(?:[^",]*|"(?:[^"]|"")*"))*$/;

const splitQuoted = (line: string): string[] => {
  const fields: string[] = [];
  const field = /("(?:[^"]|"")*"|[^,]*)(,|$)/gy;
  for (let match = field.exec(line); match; match = field.exec(line)) {
    const text = match[1] ?? '';
    fields.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (match[2] === '') break;
  }
  return fields;
};

const splitLine = (line: string): string[] =>
  line.includes('"') && QUOTED.test(line) ? splitQuoted(line) : line.split(',');

/** The table of a CSV text; a line break inside quotes is not supported, because no table of ours has one. */
export const parseCsv = (text: string): Table => {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return {
    columns: header === '' ? [] : splitLine(header),
    rows: lines
      .filter((line) => line !== '')
      .slice(0, CSV_ROWS_MAX)
      .map(splitLine),
  };
};

/** The numbers of a column, NaN where there is none; null when the table has no such column. */
export const numbersOf = (table: Table, column: string): Float64Array | null => {
  const index = table.columns.indexOf(column);
  if (index === -1) return null;
  return Float64Array.from(table.rows, (row) => {
    const text = row[index]?.trim();
    return text ? Number(text) : Number.NaN;
  });
};
