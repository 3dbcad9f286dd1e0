// Reads rows back from a result's Table file; its CSV has no quotes, since no value needs any.
import type { Curves } from '@tradeium/portfolio';

type Row = Record<string, string | number | null>;

const cellValue = (column: string, text: string): string | number | null => {
  if (column === 'timestamp') return text;
  return text === '' ? null : Number(text);
};

type Rows = { columns: string[]; rows: Row[]; totalRows: number };

/** The first `rowsMax` rows by column name; an empty cell is null. `totalRows` counts all rows. */
export const parseTable = (csv: string, rowsMax: number): Rows => {
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

/** The run's value day by day from its Statistics file: all of a private run that is not private. */
export const parseValues = (json: string, rowsMax: number): Rows => {
  const { curves } = JSON.parse(json) as { curves: Pick<Curves, 'timestamp' | 'portfolio'> };
  const rows = curves.timestamp
    .slice(0, rowsMax)
    .map((timestamp, day) => ({ timestamp, portfolio_value: curves.portfolio[day] ?? null }));
  return { columns: ['timestamp', 'portfolio_value'], rows, totalRows: curves.timestamp.length };
};
