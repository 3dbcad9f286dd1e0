// The rows of a data table under their head; only visible ones are rendered.
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import { cellsOf, type Table } from '../../lib/csv/csv.ts';
import type { Order } from '../../lib/csv/csv-filter.ts';
import { isNegative } from '../../lib/format.ts';
import classes from './data-table.module.css';
import { type ColumnShape, exactOf } from './data-table-cells.ts';
import { ROW_PX, useRowWindow } from './data-table-window.ts';
import { scrolling } from './scroll-place.tsx';

/** Numbers begin with the largest, text with the first; the third press restores the order of the file. */
const nextOrder = ({ column, isNumeric }: ColumnShape, order: Order | null): Order | null => {
  if (order?.column !== column) return { column, descending: isNumeric };
  return order.descending === isNumeric ? { column, descending: !order.descending } : null;
};

type HeadProps = {
  shapes: readonly ColumnShape[];
  order: Order | null;
  onOrder: (order: Order | null) => void;
};

const HeadCell = ({ shape, order, onOrder }: Omit<HeadProps, 'shapes'> & { shape: ColumnShape }) => {
  const isOrder = order?.column === shape.column;
  const Arrow = isOrder && order.descending ? IconArrowDown : IconArrowUp;
  const sorted = order?.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" data-number={shape.isNumeric || undefined} aria-sort={isOrder ? sorted : 'none'}>
      <UnstyledButton className={classes.sort ?? ''} onClick={() => onOrder(nextOrder(shape, order))}>
        <span className={classes.name}>{shape.name}</span>
        <Arrow size={13} className={classes.arrow} data-sorted={isOrder || undefined} aria-hidden />
      </UnstyledButton>
    </th>
  );
};

const Head = memo(({ shapes, order, onOrder }: HeadProps) => (
  <thead>
    <tr aria-rowindex={1}>
      {shapes.map((shape) => (
        <HeadCell key={shape.column} shape={shape} order={order} onOrder={onOrder} />
      ))}
    </tr>
  </thead>
));

type RowProps = { line: string; position: number; shapes: readonly ColumnShape[] };

const Row = memo(({ line, position, shapes }: RowProps) => {
  const cells = cellsOf(line);
  return (
    <tr aria-rowindex={position + 2}>
      {shapes.map(({ column, isNumeric, widthChars, write }) => {
        const text = write(cells[column]);
        return (
          <td
            key={column}
            title={isNumeric ? exactOf(cells[column]) : undefined}
            data-number={isNumeric || undefined}
            data-long={text.length > widthChars || undefined}
            data-loss={(isNumeric && isNegative(text)) || undefined}
          >
            {text}
          </td>
        );
      })}
    </tr>
  );
});

/** The height of rows that are not drawn. */
const Gap = ({ rows, columns }: { rows: number; columns: number }) =>
  rows === 0 ? null : (
    <tr aria-hidden>
      <td className={classes.gap} colSpan={columns} style={{ height: rows * ROW_PX }} />
    </tr>
  );

type GridProps = HeadProps & {
  label: string;
  table: Table;
  /** Those to scroll through, in their order. */
  rows: Uint32Array;
};

/** Room for the characters and the padding of a cell, `--beside` where a page has little room. */
const columnWidth = ({ widthChars, isNumeric }: ColumnShape): string =>
  `calc(${widthChars}ch + var(--beside, 10px) + ${isNumeric ? 'var(--before-number, var(--beside, 10px))' : 'var(--beside, 10px)'})`;

/** Apart from what stands above it, so that scrolling draws nothing but rows. */
export const DataTableGrid = memo(({ label, table, rows, ...head }: GridProps) => {
  const { shapes } = head;
  const { ref, from, to } = useRowWindow(rows.length);
  const lengths = { '--row': `${ROW_PX}px`, '--first': shapes[0] && columnWidth(shapes[0]) } as CSSProperties;
  return (
    <div ref={ref} className={classes.scroll} style={lengths} {...scrolling(label)}>
      <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <colgroup>
          {shapes.map((shape) => (
            <col key={shape.column} style={{ width: columnWidth(shape) }} />
          ))}
        </colgroup>
        <Head {...head} />
        <tbody>
          <Gap rows={from} columns={shapes.length} />
          {Array.from(rows.subarray(from, to), (row, index) => (
            <Row key={row} line={table.lines[row] ?? ''} position={from + index} shapes={shapes} />
          ))}
          <Gap rows={rows.length - to} columns={shapes.length} />
        </tbody>
      </table>
    </div>
  );
});
