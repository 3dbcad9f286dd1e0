// The series of a run that its charts draw, from its table and the daily curves of its statistics.

import { firstFrom } from '../../../lib/charts/decimation.ts';
import { cellAt, type Table } from '../../../lib/csv/csv.ts';
import { numbersOf } from '../../../lib/csv/csv-numbers.ts';
import { hasBasket, isRecord, type Row } from '../statistics/statistics-tables.ts';

/** One length; `times` in ms UTC, ascending; NaN where there is no value. */
export type Series = { readonly times: Float64Array; readonly values: Float64Array };

export type Weights = {
  readonly coins: readonly string[];
  /** At a bar of the portfolio's series, in the order of the coins. */
  readonly at: (bar: number) => number[];
  /** Their average over the bars from `from` to `to` (exclusive), which adds up to 1 as they do. */
  readonly mean: (from: number, to: number) => number[];
};

export type RunCurves = {
  /** In USDT at each bar's close. */
  readonly portfolio: Series;
  /** In USDT, before the first bar. */
  readonly initialValue: number;
  /** Paid in each bar, in USDT; null for a private strategy. */
  readonly fees: Series | null;
  /** Fraction below the highest value before, 0 or negative; of the same times. */
  readonly drawdown: Series;
  /** The coins that could have been held instead, in USDT at each day's close; null where the statistics hold none. */
  readonly benchmark: Series | null;
  /** The coin that the benchmark holds. */
  readonly held: string;
  /** The starting capital held in each coin, day by day: the benchmarks that can be chosen. */
  readonly holds: ReadonlyMap<string, Series>;
  readonly basket: Series | null;
  /** All coins in equal parts, or the only one: what the key figures are judged against. See `heldCoins` of the statistics. */
  readonly heldCoins: Series | null;
  readonly rollingSharpe: Series | null;
  /** The target weights in force during each bar; null for a private strategy: its weights stay private. */
  readonly weights: Weights | null;
  /** The weights held at each bar's close; null for a private strategy. */
  readonly holdings: Weights | null;
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

/** Bought at the first open without fees, as the benchmarks of the statistics are. */
const holdsOf = (times: Float64Array, prices: unknown, capital: unknown): Map<string, Series> => {
  const holds = new Map<string, Series>();
  if (!isRecord(prices) || typeof capital !== 'number') return holds;
  for (const [coin, of] of Object.entries(prices)) {
    const closes = isRecord(of) ? seriesOf(times, of.close) : null;
    const first = isRecord(of) ? of.first_open : null;
    if (!closes || typeof first !== 'number' || first <= 0) continue;
    holds.set(coin, { times, values: closes.values.map((close) => (capital * close) / first) });
  }
  return holds;
};

const dailyOf = ({ curves, initial_value }: Row) => {
  if (!isRecord(curves) || !Array.isArray(curves.timestamp)) return null;
  const times = Float64Array.from(curves.timestamp, (time) => Date.parse(String(time)));
  if (!areAscending(times)) return null;
  return {
    portfolio: seriesOf(times, curves.portfolio),
    btc: seriesOf(times, curves.btc),
    basket: seriesOf(times, curves.basket),
    rollingSharpe: seriesOf(times, curves.rolling_sharpe),
    holds: holdsOf(times, curves.prices, initial_value),
  };
};

const drawdownsOf = (values: Float64Array, startingCapital: unknown): Float64Array => {
  let peak = typeof startingCapital === 'number' ? startingCapital : 0;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return peak === 0 ? 0 : value / peak - 1;
  });
};

const VALUE = 'portfolio_value';

/** The beginning of a coin's columns in a table. */
const TARGET = 'target_';
const HELD = 'held_';

/** At each place, the sum of all values before it; one that is not there counts nothing. */
const sumsOf = (values: Float64Array): Float64Array => {
  const sums = new Float64Array(values.length + 1);
  let sum = 0;
  values.forEach((value, index) => {
    sum += value || 0;
    sums[index + 1] = sum;
  });
  return sums;
};

type CoinColumn = { readonly coin: string; readonly name: string };

const prefixed = (columns: readonly string[], prefix: string): CoinColumn[] =>
  columns
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ coin: name.slice(prefix.length), name }));

const weightsOf = (columns: readonly CoinColumn[], numbers: readonly Float64Array[]): Weights | null => {
  if (columns.length === 0) return null;
  // Summed once, on first use: each zoom averages again.
  let sums: Float64Array[] | undefined;
  return {
    coins: columns.map(({ coin }) => coin),
    at: (bar) => numbers.map((values) => values[bar] ?? Number.NaN),
    mean: (from, to) => {
      sums ??= numbers.map(sumsOf);
      return sums.map((sum) => ((sum[to] ?? 0) - (sum[from] ?? 0)) / (to - from));
    },
  };
};

/** All that a table holds of a run; null where it has no curve. */
const tableCurves = (table: Table): Pick<RunCurves, 'portfolio' | 'fees' | 'weights' | 'holdings'> | null => {
  const { columns, lines } = table;
  const [targets, held] = [prefixed(columns, TARGET), prefixed(columns, HELD)];
  const names = [VALUE, 'fees', ...[...targets, ...held].map(({ name }) => name)];
  const [values, fees, ...weights] = numbersOf(table, names);
  if (!values || columns[0] !== 'timestamp') return null;
  const times = Float64Array.from(lines, (line) => Date.parse(cellAt(line, 0)));
  if (!(areAscending(times) && values.every(Number.isFinite))) return null;
  const shares = weights.filter((numbers) => numbers !== null);
  return {
    portfolio: { times, values },
    fees: fees ? { times, values: fees } : null,
    weights: weightsOf(targets, shares.slice(0, targets.length)),
    holdings: weightsOf(held, shares.slice(targets.length)),
  };
};

const USUAL_BENCHMARK = 'BTC';
const POINTS_MIN = 2;

/** The curves of a run; `table` is null for a private one. Null when neither holds a curve. */
export const runCurves = (table: Table | null, statistics: Row): RunCurves | null => {
  const daily = dailyOf(statistics);
  const ofTable = table && tableCurves(table);
  const portfolio = ofTable?.portfolio ?? daily?.portfolio ?? null;
  if (!portfolio || portfolio.values.length < POINTS_MIN) return null;
  const { initial_value: initialValue } = statistics;
  return {
    portfolio,
    initialValue: typeof initialValue === 'number' ? initialValue : (portfolio.values[0] as number),
    fees: ofTable?.fees ?? null,
    drawdown: {
      times: portfolio.times,
      values: drawdownsOf(portfolio.values, initialValue),
    },
    benchmark: daily?.btc ?? null,
    held: USUAL_BENCHMARK,
    holds: daily?.holds ?? new Map(),
    basket: (hasBasket(statistics) ? daily?.basket : null) ?? null,
    heldCoins: daily?.basket ?? daily?.btc ?? null,
    rollingSharpe: daily?.rollingSharpe ?? null,
    weights: ofTable?.weights ?? null,
    holdings: ofTable?.holdings ?? null,
  };
};

/** The same curves with another coin held as the benchmark. */
export const withBenchmark = (curves: RunCurves, coin: string | null): RunCurves => {
  const benchmark = coin === null ? undefined : curves.holds.get(coin);
  return benchmark === undefined || coin === null ? curves : { ...curves, benchmark, held: coin };
};

/** The newest value at a time; NaN before the first. */
export const valueAt = ({ times, values }: Series, ms: number): number =>
  values[firstFrom(times, ms + 1) - 1] ?? Number.NaN;
