// A table of what operators read; in a narrow place each row is a card that names its figures.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollPlace } from '../../ui/tables/scroll-place.tsx';
import classes from './row-table.module.css';

export type RowColumn<Row> = {
  readonly name: string;
  readonly isNumber?: true;
  readonly cell: (row: Row) => ReactNode;
};

type RowTableProps<Row> = {
  label: string;
  columns: readonly RowColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** True if a row stands out. */
  isLoud?: (row: Row) => boolean;
};

export const RowTable = <Row,>({ label, columns, rows, keyOf, isLoud }: RowTableProps<Row>) => (
  <ScrollPlace label={label} className={classes.scroll}>
    <Table
      horizontalSpacing={8}
      verticalSpacing={8}
      className={classes.cards ?? ''}
      aria-label={label}
      role="table"
    >
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map(({ name, isNumber }) => (
            <Table.Th key={name} role="columnheader" className={isNumber ? (classes.number ?? '') : ''}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} role="row" data-loud={isLoud?.(row) || undefined}>
            {columns.map(({ name, isNumber, cell }) => (
              <Table.Td
                key={name}
                role="cell"
                className={isNumber ? (classes.number ?? '') : ''}
                data-label={name}
              >
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollPlace>
);
