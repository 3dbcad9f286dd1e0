// A small table of figures: a row each, its first column names it, and columns may sort.
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { isNegative } from '../../../lib/format.ts';
import { TablePlace } from '../section.tsx';
import classes from './figures-table.module.css';
import type { Row } from './statistics-tables.ts';
import { Explained, Meanings, Term } from './term.tsx';

export type Column = {
  readonly key: string;
  readonly label: string;
  readonly write: (value: unknown, row: Row) => string;
  readonly meaning?: string | undefined;
};

type Order = { readonly key: string; readonly descending: boolean };

const compared = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''));

type HeadProps = { column: Column; order: Order | null; onOrder: ((order: Order) => void) | null };

const Head = ({ column, order, onOrder }: HeadProps) => {
  const { key, label, meaning } = column;
  const isOrder = order?.key === key;
  const Arrow = isOrder && !order.descending ? IconArrowUp : IconArrowDown;
  if (!onOrder)
    return (
      <th scope="col">
        <Term label={label} meaning={meaning} />
      </th>
    );
  return (
    <th scope="col" aria-sort={isOrder ? (order.descending ? 'descending' : 'ascending') : 'none'}>
      <Explained meaning={meaning}>
        <UnstyledButton
          className={classes.sort ?? ''}
          onClick={() => onOrder({ key, descending: !(isOrder && order.descending) })}
        >
          {label}
          <Arrow size={13} aria-hidden data-sorted={isOrder || undefined} />
        </UnstyledButton>
      </Explained>
    </th>
  );
};

type FiguresTableProps = {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** How it is sorted at first; without it the rows stay as they are. */
  sortedBy?: string;
};

/** Numbers stand on the right, below each other. */
export const FiguresTable = ({ label, columns, rows, sortedBy }: FiguresTableProps) => {
  const [order, setOrder] = useState<Order | null>(
    sortedBy === undefined ? null : { key: sortedBy, descending: true },
  );
  const sorted = useMemo(() => {
    if (!order) return rows;
    const ascending = rows.toSorted((a, b) => compared(a[order.key], b[order.key]));
    return order.descending ? ascending.reverse() : ascending;
  }, [rows, order]);
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <>
      <TablePlace label={label}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.key} column={column} order={order} onOrder={sortedBy ? setOrder : null} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={JSON.stringify(row)}>
                <th scope="row">{first.write(row[first.key], row)}</th>
                {others.map(({ key, write }) => {
                  const text = write(row[key], row);
                  return (
                    <td key={key} data-loss={isNegative(text) || undefined}>
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TablePlace>
      <Meanings of={columns} />
    </>
  );
};
