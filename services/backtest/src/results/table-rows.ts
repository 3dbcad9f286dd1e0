// Reads rows back from a result's Table file; its CSV has no quotes, since no value needs any.

type Row = Record<string, string | number | null>;

const cellValue = (column: string, text: string): string | number | null => {
  if (column === 'timestamp') return text;
  return text === '' ? null : Number(text);
};

/** The first `rowsMax` rows by column name; an empty cell is null. `totalRows` counts all rows. */
export const parseTable = (
  csv: string,
  rowsMax: number,
): { columns: string[]; rows: Row[]; totalRows: number } => {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  const rows = lines.slice(0, rowsMax).map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(
      columns.map((column, index) => [column, cellValue(column, cells[index] ?? '')]),
    );
  });
  return { columns, rows, totalRows: lines.length };
};
