// The table of a run: its first rows, then all of them, and its download.
import { TABLE_ROWS_SHOWN } from '@tradeium/contracts';
import { useMemo } from 'react';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { SHARES_NOTE, tableHeading } from './table-headings.ts';

type TableViewProps = { text: string /** Of the download. */; filename: string };

/** At most the first hundred rows until the user requests all. */
export const TableView = ({ text, filename }: TableViewProps) => {
  const table = useMemo(() => parseCsv(text), [text]);
  return (
    <DataTable
      label="Table"
      table={table}
      rowsShown={TABLE_ROWS_SHOWN}
      filename={filename}
      headingOf={tableHeading}
      unitsNote={SHARES_NOTE}
    />
  );
};
