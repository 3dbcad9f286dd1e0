// The equity curve of a result table, thinned for the eye without losing a peak or a trough.
import { numbersOf, type Table } from '../../lib/csv.ts';

export type EquityCurve = {
  /** ISO instants, bars in their order. */
  readonly times: readonly string[];
  /** Portfolio value in USDT at each bar's close. */
  readonly values: readonly number[];
  /** Fraction below the running peak, 0 or negative. */
  readonly drawdowns: readonly number[];
};

/** More points than this cannot be told apart on a screen. */
const POINTS_MAX = 3_000;

/** Indices to draw: of each bucket the first and last bar, the lowest and the highest value. */
export const thinned = (values: Float64Array, pointsMax: number): number[] => {
  if (values.length <= pointsMax) return Array.from(values.keys());
  const buckets = Math.max(1, Math.floor(pointsMax / 4));
  const kept = new Set<number>();
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = Math.floor((bucket * values.length) / buckets);
    const to = Math.floor(((bucket + 1) * values.length) / buckets);
    let lowest = from;
    let highest = from;
    for (let index = from; index < to; index += 1) {
      if ((values[index] ?? 0) < (values[lowest] ?? 0)) lowest = index;
      if ((values[index] ?? 0) > (values[highest] ?? 0)) highest = index;
    }
    for (const index of [from, lowest, highest, to - 1]) kept.add(index);
  }
  return [...kept].sort((a, b) => a - b);
};

const drawdownsOf = (values: Float64Array): Float64Array => {
  let peak = 0;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return peak === 0 ? 0 : value / peak - 1;
  });
};

/** The curve of a table with `timestamp` and `portfolio_value`; null when it has none. */
export const equityOf = (table: Table): EquityCurve | null => {
  const values = numbersOf(table, 'portfolio_value');
  const timeIndex = table.columns.indexOf('timestamp');
  if (!values || timeIndex === -1 || values.length < 2 || values.some((value) => !Number.isFinite(value)))
    return null;
  const drawdowns = numbersOf(table, 'drawdown');
  const below = drawdowns?.every(Number.isFinite) ? drawdowns : drawdownsOf(values);
  const kept = thinned(values, POINTS_MAX);
  return {
    times: kept.map((index) => table.rows[index]?.[timeIndex] ?? ''),
    values: kept.map((index) => values[index] ?? 0),
    drawdowns: kept.map((index) => -Math.abs(below[index] ?? 0)),
  };
};
