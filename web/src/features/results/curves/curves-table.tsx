// The charts as a table of month ends.
import { amount, percent } from '../../../lib/format.ts';
import { Fold } from '../../../ui/fold.tsx';
import { lineNames } from '../pictures/chart-figure.ts';
import { type Column, FiguresTable } from '../statistics/figures-table.tsx';
import type { TimeRange } from './chart-range.ts';
import { monthEnds } from './curves-summary.ts';
import classes from './curves-table.module.css';
import type { RunCurves } from './run-curves.ts';

type CurvesTableProps = { curves: RunCurves; range: TimeRange };

const Months = ({ curves, range }: CurvesTableProps) => {
  const names = lineNames(curves.held);
  const columns: Column[] = [
    { key: 'date', label: 'Month end', write: String },
    { key: 'portfolio', label: names.portfolio, write: amount },
    ...(curves.benchmark ? [{ key: 'benchmark', label: names.benchmark, write: amount }] : []),
    ...(curves.basket ? [{ key: 'basket', label: names.basket, write: amount }] : []),
    { key: 'drawdown', label: 'Drawdown', write: percent },
  ];
  return <FiguresTable label="Month ends, in USDT" columns={columns} rows={monthEnds(curves, range)} />;
};

/** Folded by default; the months of the range that the charts show. */
export const CurvesTable = (props: CurvesTableProps) => (
  <Fold label="The curves as a table" className={classes.table}>
    {(isOpen) => (isOpen ? <Months {...props} /> : null)}
  </Fold>
);
