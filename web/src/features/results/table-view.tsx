// The table of a run: its first rows, columns that sort, numbers to four decimals.
import { TABLE_ROWS_SHOWN } from '@tradeium/contracts';
import { useMemo } from 'react';
import { parseCsv } from '../../lib/csv.ts';
import { DataTable } from '../../ui/data-table.tsx';

/** At most the first hundred rows, and how many there are. */
export const TableView = ({ text }: { text: string }) => {
  const table = useMemo(() => parseCsv(text), [text]);
  return <DataTable label="Table" table={table} rowsShown={TABLE_ROWS_SHOWN} />;
};
