// A table of a list of administration: any number of rows, of which those in sight are drawn; its order is the server's.
import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  type Header,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { scrolling } from '../../ui/tables/scroll-place.tsx';
import classes from './operator-table.module.css';
import { ROW_PX, useDrawnRows } from './use-drawn-rows.ts';

/** How a list is sorted: by a field of its route's `sort`. */
export type ListOrder = { readonly sort: string; readonly direction: 'asc' | 'desc' };

export type OperatorColumn<Row> = {
  /** Its heading, and its name among the columns. */
  readonly name: string;
  readonly widthPx: number;
  readonly isNumber?: boolean;
  /** True if its cells are the links to where the rows lead; of one column at most. */
  readonly isLink?: boolean;
  /** The field that the server sorts by; absent where it cannot. */
  readonly sort?: string;
  readonly cell: (row: Row) => ReactNode;
};

type OperatorTableProps<Row> = {
  label: string;
  /** Must stay the same while it is drawn, as must `keyOf`. */
  columns: readonly OperatorColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Where a row leads to; one of its columns has the link. */
  hrefOf?: (row: Row) => string;
  /** Null: as the server sorts by itself. */
  order?: ListOrder | null;
  onOrder?: (order: ListOrder | null) => void;
  /** Loads the next rows; null where there are none. */
  onMore?: (() => void) | null;
  isLoadingMore?: boolean;
  /** How many rows match in all, in words. */
  total?: string;
};

const features = tableFeatures({ rowSortingFeature });
type Features = typeof features;

const definitionOf = <Row extends object>(column: OperatorColumn<Row>): ColumnDef<Features, Row> => ({
  id: column.sort ?? column.name,
  accessorFn: (row) => row,
  header: column.name,
  cell: ({ row }) => column.cell(row.original),
  enableSorting: column.sort !== undefined,
  sortDescFirst: column.isNumber ?? false,
});

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

type HeadCellProps<Row extends object> = { header: Header<Features, Row>; isNumber: boolean };

const HeadCell = <Row extends object>({ header, isNumber }: HeadCellProps<Row>) => {
  const { column } = header;
  const name = String(column.columnDef.header);
  if (!column.getCanSort())
    return (
      <th scope="col" data-number={isNumber || undefined}>
        <span className={classes.name}>{name}</span>
      </th>
    );
  const sorted = column.getIsSorted();
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" data-number={isNumber || undefined} aria-sort={sorted ? SORTED[sorted] : 'none'}>
      <UnstyledButton className={classes.sort ?? ''} onClick={column.getToggleSortingHandler()}>
        <span>{name}</span>
        <Arrow size={13} className={classes.arrow} data-sorted={sorted ? true : undefined} aria-hidden />
      </UnstyledButton>
    </th>
  );
};

const Gap = ({ heightPx, columns }: { heightPx: number; columns: number }) =>
  heightPx === 0 ? null : (
    <tr aria-hidden>
      <td className={classes.gap} colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );

const useOperatorTable = <Row extends object>(props: OperatorTableProps<Row>) => {
  const { columns, rows, keyOf, order = null, onOrder } = props;
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const sorting = useMemo(
    () => (order ? [{ id: order.sort, desc: order.direction === 'desc' }] : []),
    [order],
  );
  return useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: keyOf,
    manualSorting: true,
    state: { sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change;
      onOrder?.(next ? { sort: next.id, direction: next.desc ? 'desc' : 'asc' } : null);
    },
  });
};

/** Scrolls in both directions by itself; more rows are loaded by its end, or by the button below. */
export const OperatorTable = <Row extends object>(props: OperatorTableProps<Row>) => {
  const { label, columns, hrefOf, onMore = null, isLoadingMore = false, total } = props;
  const table = useOperatorTable(props);
  const rows = table.getRowModel().rows;
  const drawn = useDrawnRows(rows.length, isLoadingMore ? null : onMore);
  return (
    <>
      <div ref={drawn.ref} className={classes.scroll} {...scrolling(label)}>
        <table
          className={classes.table}
          style={{ minWidth: columns.reduce((sum, { widthPx }) => sum + widthPx, 0) }}
          aria-label={label}
          aria-rowcount={onMore ? -1 : rows.length + 1}
        >
          <colgroup>
            {columns.map(({ name, widthPx }) => (
              <col key={name} style={{ width: widthPx }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {table.getFlatHeaders().map((header, place) => (
                <HeadCell key={header.id} header={header} isNumber={columns[place]?.isNumber ?? false} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap heightPx={drawn.beforePx} columns={columns.length} />
            {drawn.places.map((place) => {
              const row = rows[place];
              if (!row) return null;
              const href = hrefOf?.(row.original);
              return (
                <tr
                  key={row.id}
                  aria-rowindex={place + 2}
                  style={{ height: ROW_PX }}
                  data-leads={href !== undefined || undefined}
                >
                  {columns.map((column) => (
                    <td key={column.name} data-number={column.isNumber || undefined}>
                      {column.isLink && href !== undefined ? (
                        <Link href={href} className={classes.link}>
                          {column.cell(row.original)}
                        </Link>
                      ) : (
                        column.cell(row.original)
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            <Gap heightPx={drawn.afterPx} columns={columns.length} />
          </tbody>
        </table>
      </div>
      <div className={classes.foot}>
        <span role="status">{total}</span>
        {onMore ? (
          <Button size="compact-sm" variant="default" loading={isLoadingMore} onClick={onMore}>
            Load more
          </Button>
        ) : null}
      </div>
    </>
  );
};
