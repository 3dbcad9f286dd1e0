// Reads the tables of result folders: comma-separated text with a header line, quotes where needed (RFC 4180).

/**
 * Rows stay lines of the text: fifty thousand rows are there at once, and what is shown or sorted by is read from them
 * when it is needed.
 */
export type Table = {
  readonly columns: readonly string[];
  /** A row each, without the header and without empty ones. */
  readonly lines: readonly string[];
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

/** The cells of a row; one that is not properly quoted is kept as it stands. */
export const cellsOf = (line: string): string[] =>
  line.includes('"') && QUOTED.test(line) ? splitQuoted(line) : line.split(',');

/** One cell of a row; empty where the row is shorter. */
export const cellAt = (line: string, index: number): string => {
  if (line.includes('"')) return cellsOf(line)[index] ?? '';
  let from = 0;
  for (let at = 0; at < index; at += 1) {
    from = line.indexOf(',', from) + 1;
    if (from === 0) return '';
  }
  const to = line.indexOf(',', from);
  return to === -1 ? line.slice(from) : line.slice(from, to);
};

/** The table of a CSV text; a line break inside quotes is not supported, because no table of ours has one. */
export const parseCsv = (text: string): Table => {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const [header = '', ...lines] = unmarked.split(unmarked.includes('\r') ? /\r?\n/ : '\n');
  return {
    columns: header === '' ? [] : cellsOf(header),
    lines: lines.filter((line) => line !== '').slice(0, CSV_ROWS_MAX),
  };
};

/** The number that a cell holds; NaN for an empty one and for anything else. */
export const numberOf = (cell: string): number => (cell.trim() === '' ? Number.NaN : Number(cell));

const COLUMNS_MAX = 200;
const HEADER_CHARS_MAX = 10_000;

/** True if a text can be shown as a table at all: a header of names, and not a picture or a page under a wrong name. */
export const isTableText = (text: string): boolean => {
  const header = text.slice(0, HEADER_CHARS_MAX + 1).split(/\r?\n/, 1)[0] ?? '';
  return (
    header.trim() !== '' &&
    header.length <= HEADER_CHARS_MAX &&
    !header.includes('\u0000') &&
    !/^\s*[<{[]/.test(header) &&
    cellsOf(header).length <= COLUMNS_MAX
  );
};
