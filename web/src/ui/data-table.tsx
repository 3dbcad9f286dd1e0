// A table of numbers: columns sort, the head stays in sight, and only the first rows are drawn.
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  createSortedRowModel,
  type Header,
  rowSortingFeature,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Table } from '../lib/csv.ts';
import { dataNumber, wholeNumber } from '../lib/format.ts';
import classes from './data-table.module.css';

type Row = readonly string[];

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { text: sortFn_text },
});
type Features = typeof features;

const cellOf = (text: string | undefined): string | number | undefined => {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
};

const columnsOf = (names: readonly string[]): ColumnDef<Features, Row>[] =>
  names.map((name, index) => ({
    id: `${index}`,
    header: name,
    accessorFn: (row) => cellOf(row[index]),
    sortUndefined: 'last',
    sortFn: index === 0 ? 'text' : 'auto',
  }));

/** An instant of the data, of which seconds tell nothing. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):00(?:\.000)?Z$/;

const shown = (value: unknown): string => {
  if (value === undefined) return '—';
  if (typeof value === 'number') return dataNumber(value);
  return String(value).replace(INSTANT, '$1 $2');
};

/** The column of instants, which reads from the left. */
const FIRST = '0';

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

const HeadCell = ({ header }: { header: Header<Features, Row, unknown> }) => {
  const sorted = header.column.getIsSorted();
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-number={header.column.id !== FIRST || undefined}
      aria-sort={sorted ? SORTED[sorted] : 'none'}
    >
      <UnstyledButton className={classes.sort} onClick={header.column.getToggleSortingHandler()}>
        {String(header.column.columnDef.header)}
        <Arrow size={13} className={classes.arrow} data-sorted={sorted || undefined} aria-hidden />
      </UnstyledButton>
    </th>
  );
};

type DataTableProps = { label: string; table: Table; rowsShown: number };

/** The first rows in the chosen order, with a note on how many there are. */
export const DataTable = ({ label, table, rowsShown }: DataTableProps) => {
  const columns = useMemo(() => columnsOf(table.columns), [table]);
  const model = useTable<Features, Row>({ features, columns, data: table.rows as Row[] });
  const rows = model.getRowModel().rows.slice(0, rowsShown);
  return (
    <div className={classes.place}>
      <p className={classes.note}>
        Showing first {wholeNumber(rows.length)} rows of {wholeNumber(table.rows.length)} total rows
      </p>
      <section className={classes.scroll} aria-label={`${label}, scrollable`}>
        <table className={classes.table} aria-label={label}>
          <thead>
            {model.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <HeadCell key={header.id} header={header} />
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-number={typeof cell.getValue() === 'number' || undefined}>
                    {shown(cell.getValue())}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
};
