// The points of a study as a table, which is its result: in any order, with what failed, and what can be kept and compared.
import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { axisKey, figureOf } from '@tradeium/contracts';
import { type CSSProperties, memo, useMemo, useState } from 'react';
import { ROW_PX, useRowWindow } from '../../../ui/tables/data-table-window.ts';
import { scrolling } from '../../../ui/tables/scroll-place.tsx';
import { placeWords, type ReadStudy } from '../study-axes.ts';
import { METRICS, type Metric } from '../study-metrics.ts';
import { FIRST_ORDER, type OrderBy, orderAfter, orderedPlaces, type PointOrder } from './points-order.ts';
import classes from './points-table.module.css';

const COLUMNS: readonly Metric[] = [
  'sharpe_ratio',
  'deflated_sharpe_ratio',
  'total_return',
  'cagr',
  'max_drawdown',
  'sortino_ratio',
  'calmar_ratio',
  'volatility',
  'turnover_per_year',
  'cost_per_year',
  'policy_tracking_error',
  'rebalances',
];

type HeadCellProps = { by: OrderBy; label: string; order: PointOrder; onOrder: (by: OrderBy) => void };

const HeadCell = ({ by, label, order, onOrder }: HeadCellProps) => {
  const isOrder = order.by === by;
  const Arrow = order.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={isOrder ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
      <UnstyledButton className={classes.sort ?? ''} onClick={() => onOrder(by)}>
        {label}
        {isOrder ? <Arrow size={13} aria-hidden /> : null}
      </UnstyledButton>
    </th>
  );
};

type RowProps = {
  read: ReadStudy;
  row: number;
  position: number;
  /** As it is written. */
  plateau: string;
  isChosen: boolean;
  isLooked: boolean;
  /** As many as can be compared are chosen already. */
  isFull: boolean;
  onChoose: (index: number) => void;
  onLook: (row: number, isPinned: boolean) => void;
};

const AxisCells = ({ read, row }: { read: ReadStudy; row: number }) => {
  const words = placeWords(read, row);
  return read.axes.map((axis, place) => <td key={axisKey(axis)}>{words[place]}</td>);
};

const Row = memo((props: RowProps) => {
  const { read, row, position, plateau, isChosen, isLooked, isFull, onChoose, onLook } = props;
  const point = read.points[row];
  if (!point) return null;
  const { index, error } = point;
  return (
    <tr
      aria-rowindex={position + 2}
      data-looked={isLooked || undefined}
      onPointerEnter={() => onLook(row, false)}
    >
      <td className={classes.check}>
        <Checkbox
          size="xs"
          aria-label={`Choose point ${index}`}
          checked={isChosen}
          disabled={error !== null || (isFull && !isChosen)}
          onChange={() => onChoose(index)}
        />
      </td>
      <th scope="row">
        <UnstyledButton
          className={classes.point ?? ''}
          onClick={() => onLook(row, true)}
          onFocus={() => onLook(row, true)}
        >
          {index}
        </UnstyledButton>
      </th>
      <AxisCells read={read} row={row} />
      <td>{plateau}</td>
      {error === null ? (
        COLUMNS.map((metric) => <td key={metric}>{METRICS[metric].write(figureOf(point, metric))}</td>)
      ) : (
        <td colSpan={COLUMNS.length} className={classes.failure} title={error}>
          Failed: {error}
        </td>
      )}
    </tr>
  );
});

const Gap = ({ rows, columns }: { rows: number; columns: number }) =>
  rows === 0 ? null : (
    <tr aria-hidden>
      <td className={classes.gap} colSpan={columns} style={{ height: rows * ROW_PX }} />
    </tr>
  );

const valuesFor = (
  { by }: PointOrder,
  read: ReadStudy,
  plateaus: readonly (number | null)[],
): (number | null)[] => {
  if (by === 'plateau') return [...plateaus];
  if (by === 'index') return read.points.map(({ index }) => index);
  if (typeof by === 'number') return read.places.map((own) => own[by] ?? null);
  return read.points.map((point) => figureOf(point, by));
};

export type PointsTableProps = Pick<RowProps, 'read' | 'onChoose' | 'onLook'> & {
  /** The figure that the plateau scores are about, and these. */
  metric: Metric;
  plateaus: readonly (number | null)[];
  /** The indexes of chosen points. */
  chosen: readonly number[];
  isFull: boolean;
  looked: number | null;
};

/** Only rows in sight are drawn. */
export const PointsTable = (props: PointsTableProps) => {
  const { read, metric, plateaus, chosen, isFull, looked, onChoose, onLook } = props;
  const [order, setOrder] = useState(FIRST_ORDER);
  const rows = useMemo(
    () => orderedPlaces(valuesFor(order, read, plateaus), order.isDescending),
    [order, read, plateaus],
  );
  const { ref, from, to } = useRowWindow(rows.length);
  const head = { order, onOrder: (by: OrderBy) => setOrder(orderAfter(order, by)) };
  const columns = COLUMNS.length + read.axes.length + 3;
  const { label, write } = METRICS[metric];
  return (
    <div
      ref={ref}
      className={classes.scroll}
      style={{ '--row': `${ROW_PX}px` } as CSSProperties}
      {...scrolling('Points of the study')}
    >
      <table className={classes.table} aria-label="Points of the study" aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <span className={classes.hidden}>Choose</span>
            </th>
            <HeadCell by="index" label="Point" {...head} />
            {read.axes.map((axis, place) => (
              <HeadCell key={axisKey(axis)} by={place} label={axis.label} {...head} />
            ))}
            <HeadCell by="plateau" label={`Plateau of ${label}`} {...head} />
            {COLUMNS.map((column) => (
              <HeadCell key={column} by={column} label={METRICS[column].label} {...head} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={from} columns={columns} />
          {Array.from(rows.subarray(from, to), (row, place) => (
            <Row
              key={row}
              read={read}
              row={row}
              position={from + place}
              plateau={write(plateaus[row])}
              isChosen={chosen.includes(read.points[row]?.index ?? -1)}
              isLooked={row === looked}
              isFull={isFull}
              onChoose={onChoose}
              onLook={onLook}
            />
          ))}
          <Gap rows={rows.length - to} columns={columns} />
        </tbody>
      </table>
    </div>
  );
};
