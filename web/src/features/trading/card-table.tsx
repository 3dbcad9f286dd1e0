// A table whose rows become cards in a narrow place; where it is wider than its place, it scrolls.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollPlace } from '../../ui/tables/scroll-place.tsx';
import classes from './cards.module.css';

export type Column = { readonly name: string; readonly isNumber?: true };

type CardTableProps = {
  label: string;
  columns: readonly Column[];
  /** Of a row, in px. */
  verticalSpacing: number;
  /** Rows, in the table's body. */
  children: ReactNode;
  foot?: ReactNode;
};

export const CardTable = ({ label, columns, verticalSpacing, children, foot }: CardTableProps) => (
  <ScrollPlace label={label} className={classes.scroll}>
    <Table
      horizontalSpacing={6}
      verticalSpacing={verticalSpacing}
      className={classes.cards ?? ''}
      aria-label={label}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ name, isNumber }) => (
            <Table.Th key={name} className={isNumber ? (classes.number ?? '') : ''}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
      {foot}
    </Table>
  </ScrollPlace>
);

/** A figure; a card shows the name of its column above it. */
export const NumberCell = ({ column, children }: { column: string; children: ReactNode }) => (
  <Table.Td className={classes.number ?? ''} data-label={column}>
    {children}
  </Table.Td>
);
