// The numbers behind the charts as they are shown, for a spreadsheet.

import { firstFrom } from '../../../lib/charts/decimation.ts';
import { csvText } from '../../../lib/csv/csv-text.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import type { RunCurves, Series } from '../curves/run-curves.ts';
import { EQUITY_LINES, type EquityLine } from '../pictures/chart-figure.ts';
import type { Pane } from '../pictures/chart-panes.ts';

/** Columns of one pane: their names, and their cells at a bar. */
type Columns = {
  readonly names: readonly string[];
  readonly at: (bar: number) => readonly (number | null)[];
};

/** A series' value at the very bar; daily series have none at the hours between. */
const exactly = ({ times, values }: Series, ms: number): number | null => {
  const index = firstFrom(times, ms);
  return times[index] === ms ? (values[index] ?? null) : null;
};

const namesOf = ({ held }: RunCurves): Readonly<Record<EquityLine, string>> => ({
  portfolio: 'portfolio_value',
  benchmark: `hold_${held.toLowerCase()}`,
  basket: 'hold_basket',
});

const columnsOf = (curves: RunCurves, pane: Pane, hidden: readonly EquityLine[]): Columns => {
  const { times } = curves.portfolio;
  const names = namesOf(curves);
  const of = (named: readonly (readonly [name: string, series: Series | null])[]): Columns => {
    const there = named.filter((one): one is [string, Series] => one[1] !== null);
    return {
      names: there.map(([name]) => name),
      at: (bar) => there.map(([, series]) => exactly(series, times[bar] as number)),
    };
  };
  switch (pane) {
    case 'equity':
      return of(EQUITY_LINES.filter((key) => !hidden.includes(key)).map((key) => [names[key], curves[key]]));
    case 'underwater':
      return of([['drawdown', curves.drawdown]]);
    case 'holdings':
    case 'weights': {
      const { coins, at } = curves[pane] ?? { coins: [], at: () => [] };
      return { names: coins.map((coin) => `${pane === 'weights' ? 'target' : 'held'}_${coin}`), at };
    }
    case 'rolling_sharpe':
      return of([['rolling_sharpe', curves.rollingSharpe]]);
  }
};

export type Shown = {
  readonly panes: readonly Pane[];
  readonly range: TimeRange;
  readonly hidden: readonly EquityLine[];
};

/** A row for each bar of the range, a column for each line that is shown; every bar, not only those drawn. */
export const chartCsv = (curves: RunCurves, { panes, range, hidden }: Shown): string => {
  const { times } = curves.portfolio;
  const columns = panes.map((pane) => columnsOf(curves, pane, hidden));
  const first = firstFrom(times, range.from);
  const rows = Array.from({ length: firstFrom(times, range.to + 1) - first }, (_, index) => {
    const bar = first + index;
    const cells = columns.flatMap(({ at }) => at(bar));
    return [
      new Date(times[bar] as number).toISOString(),
      ...cells.map((cell) => (cell === null || Number.isNaN(cell) ? '' : cell)),
    ];
  });
  return csvText(['timestamp', ...columns.flatMap(({ names }) => names)], rows);
};
