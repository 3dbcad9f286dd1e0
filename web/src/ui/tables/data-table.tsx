// A sortable, filterable table of numbers of any length.
import { useDeferredValue, useMemo, useState } from 'react';
import { cellsOf, numberOf, type Table } from '../../lib/csv/csv.ts';
import { type Filter, filteredRows, type Order, sortedRows } from '../../lib/csv/csv-filter.ts';
import { csvText } from '../../lib/csv/csv-text.ts';
import { downloadText } from '../../lib/download.ts';
import classes from './data-table.module.css';
import { columnShapes } from './data-table-cells.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import { DataTableTools } from './data-table-tools.tsx';

const typedCell = (cell: string): string | number => (Number.isFinite(numberOf(cell)) ? Number(cell) : cell);

const download = (filename: string, table: Table, rows: Uint32Array): void => {
  const cells = Array.from(rows, (row) => cellsOf(table.lines[row] ?? '').map(typedCell));
  downloadText(filename, `\uFEFF${csvText(table.columns, cells)}`, 'text/csv;charset=utf-8');
};

type DataTableProps = {
  label: string;
  table: Table;
  /** Shown until the user requests all rows. */
  rowsShown: number;
  /** How many rows there are when the table holds only the first of them. */
  totalRows?: number;
  /** Of the CSV download. */
  filename: string;
  /** The columns of amounts, which are numbers with four decimals throughout. Must stay the same. */
  amounts?: readonly string[];
  /** A column's readable name, for the screen; the download keeps the file's own. Must stay the same. */
  headingOf?: (name: string) => string;
  /** The unit of columns that do not name one. */
  unitsNote?: string;
};

/** The first rows in the chosen order, then all of them. */
export const DataTable = ({
  label,
  table,
  rowsShown,
  totalRows,
  filename,
  amounts,
  headingOf,
  unitsNote,
}: DataTableProps) => {
  const [isAll, setAll] = useState(false);
  const [order, setOrder] = useState<Order | null>(null);
  const [filter, setFilter] = useState<Filter>({ column: null, text: '' });
  const sought = useDeferredValue(filter);
  const shapes = useMemo(() => columnShapes(table, amounts, headingOf), [table, amounts, headingOf]);
  const found = useMemo(() => filteredRows(table, sought), [table, sought]);
  const rows = useMemo(() => sortedRows(table, found, order), [table, found, order]);
  const shown = useMemo(() => (isAll ? rows : rows.subarray(0, rowsShown)), [isAll, rows, rowsShown]);
  return (
    <div className={classes.place}>
      <DataTableTools
        counts={{
          shown: shown.length,
          matching: rows.length,
          loaded: table.lines.length,
          total: totalRows ?? table.lines.length,
          isFiltered: sought.text.trim() !== '',
          isSorted: order !== null,
          isAll,
        }}
        columns={shapes.map(({ name }) => name)}
        filter={filter}
        onFilter={setFilter}
        onToggleAll={table.lines.length > rowsShown ? () => setAll(!isAll) : null}
        allRows={table.lines.length}
        onDownload={() => download(filename, table, rows)}
      />
      {unitsNote === undefined ? null : <p className={classes.units}>{unitsNote}</p>}
      <DataTableGrid
        label={label}
        table={table}
        rows={shown}
        shapes={shapes}
        order={order}
        onOrder={setOrder}
      />
    </div>
  );
};
