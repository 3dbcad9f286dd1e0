// The series of a run that its charts draw, from its table and the daily curves of its statistics.
import { cellAt, numberOf, numbersOf, type Table } from '../../../lib/csv.ts';
import { isRecord, type Row } from '../statistics/statistics-tables.ts';
import { firstFrom } from './decimation.ts';

/** One length; `times` in ms UTC, ascending; NaN where there is no value. */
export type Series = { readonly times: Float64Array; readonly values: Float64Array };

export type Weights = {
  readonly coins: readonly string[];
  /** Target weights in force during a bar of the portfolio's series, in the order of the coins. */
  readonly at: (bar: number) => number[];
  /** Their average over the bars from `from` to `to` (exclusive), which adds up to 1 as they do. */
  readonly mean: (from: number, to: number) => number[];
};

export type RunCurves = {
  /** In USDT at each bar's close. */
  readonly portfolio: Series;
  /** Fraction below the highest value before, 0 or negative; of the same times. */
  readonly drawdown: Series;
  /** What could have been held instead, in USDT at each day's close; null in results that are older than these. */
  readonly btc: Series | null;
  readonly basket: Series | null;
  readonly rollingSharpe: Series | null;
  /** Null for a private strategy: its weights stay private. */
  readonly weights: Weights | null;
};

const seriesOf = (times: Float64Array, values: unknown): Series | null =>
  Array.isArray(values) && values.length === times.length
    ? {
        times,
        values: Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN)),
      }
    : null;

const areAscending = (times: Float64Array): boolean =>
  times.every((time, index) => Number.isFinite(time) && (index === 0 || time > (times[index - 1] as number)));

const dailyOf = ({ curves }: Row) => {
  if (!isRecord(curves) || !Array.isArray(curves.timestamp)) return null;
  const times = Float64Array.from(curves.timestamp, (time) => Date.parse(String(time)));
  if (!areAscending(times)) return null;
  return {
    portfolio: seriesOf(times, curves.portfolio),
    btc: seriesOf(times, curves.btc),
    basket: seriesOf(times, curves.basket),
    rollingSharpe: seriesOf(times, curves.rolling_sharpe),
  };
};

const drawdownsOf = (values: Float64Array, startingCapital: unknown): Float64Array => {
  let peak = typeof startingCapital === 'number' ? startingCapital : 0;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return peak === 0 ? 0 : value / peak - 1;
  });
};

const AFTER_THE_COINS = 'portfolio_value';

/** At each place, the sum of all values before it; one that is not there counts nothing. */
const sumsOf = (values: Float64Array): Float64Array => {
  const sums = new Float64Array(values.length + 1);
  for (const [index, value] of values.entries()) sums[index + 1] = (sums[index] as number) + (value || 0);
  return sums;
};

const weightsOf = (table: Table): Weights | null => {
  const { columns, lines } = table;
  const end = columns.indexOf(AFTER_THE_COINS);
  const coins = columns.slice(1, end);
  if (end < 2 || columns[0] !== 'timestamp') return null;
  const at = (bar: number) => coins.map((_, coin) => numberOf(cellAt(lines[bar] ?? '', coin + 1)));
  // Read once, when they are first drawn: each zoom averages anew.
  let sums: Float64Array[] | undefined;
  const mean = (from: number, to: number) => {
    sums ??= coins.map((coin) => sumsOf(numbersOf(table, coin) ?? new Float64Array(lines.length)));
    return sums.map((sum) => ((sum[to] ?? 0) - (sum[from] ?? 0)) / (to - from));
  };
  return { coins, at, mean };
};

const portfolioOf = (table: Table): Series | null => {
  const values = numbersOf(table, AFTER_THE_COINS);
  const timeColumn = table.columns.indexOf('timestamp');
  if (!values || timeColumn === -1) return null;
  const times = Float64Array.from(table.lines, (line) => Date.parse(cellAt(line, timeColumn)));
  return areAscending(times) && values.every(Number.isFinite) ? { times, values } : null;
};

const POINTS_MIN = 2;

/** The curves of a run; `table` is null for a private one. Null when neither holds a curve. */
export const runCurves = (table: Table | null, statistics: Row): RunCurves | null => {
  const daily = dailyOf(statistics);
  const ofTable = table && portfolioOf(table);
  const portfolio = ofTable ?? daily?.portfolio ?? null;
  if (!portfolio || portfolio.values.length < POINTS_MIN) return null;
  return {
    portfolio,
    drawdown: {
      times: portfolio.times,
      values: drawdownsOf(portfolio.values, statistics.initial_value),
    },
    btc: daily?.btc ?? null,
    basket: daily?.basket ?? null,
    rollingSharpe: daily?.rollingSharpe ?? null,
    weights: ofTable ? weightsOf(table as Table) : null,
  };
};

/** The newest value at a time; NaN before the first. */
export const valueAt = ({ times, values }: Series, ms: number): number =>
  values[firstFrom(times, ms + 1) - 1] ?? Number.NaN;
