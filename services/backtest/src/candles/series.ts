// One coin's candles at one interval, without gaps: outages become flat candles, and every made-up bar is marked.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { isOpen } from './bars.ts';

/** Candles as columns of the same length, oldest first. */
export type CandleSeries = {
  readonly coin: string;
  readonly timeframe: Timeframe;
  /** Bar open, ms UTC. */
  readonly timestamp: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** In coins. */
  readonly volume: Float64Array;
  /** 1 where the exchange has no candle: a flat one at the last close. */
  readonly filled: Uint8Array;
  /** 1 where the price itself is synthetic, by the exchange's own account. */
  readonly synthetic: Uint8Array;
};

/** A candle as exchanges send it: open time (ms), open, high, low, close, volume. */
export type CandleRow = readonly [number, number, number, number, number, number];

/** A span of synthetic prices, ms UTC, its end excluded; null: until today. */
export type SyntheticSpan = readonly [fromMs: number, toMs: number | null];

/** Opens of the first and the last bar of a span, ms UTC, both included. */
export type BarSpan = readonly [fromMs: number, toMs: number];

const COLUMNS = ['timestamp', 'open', 'high', 'low', 'close', 'volume'] as const;
const FLAGS = ['filled', 'synthetic'] as const;

/** Outages last hours. A longer hole is missing data, which no flat line may hide in a backtest. */
const FLAT_HOURS_MAX = 24;

/** How many bars in a row an outage may leave out. */
export const flatBarsMax = (timeframe: Timeframe): number =>
  Math.max(1, (FLAT_HOURS_MAX * TIMEFRAME_MS['1h']) / TIMEFRAME_MS[timeframe]);

const allocate = (coin: string, timeframe: Timeframe, bars: number): CandleSeries => ({
  coin,
  timeframe,
  timestamp: new Float64Array(bars),
  open: new Float64Array(bars),
  high: new Float64Array(bars),
  low: new Float64Array(bars),
  close: new Float64Array(bars),
  volume: new Float64Array(bars),
  filled: new Uint8Array(bars),
  synthetic: new Uint8Array(bars),
});

/** A series without candles. */
export const emptySeries = (coin: string, timeframe: Timeframe): CandleSeries => allocate(coin, timeframe, 0);

const isSynthetic = (openMs: number, lengthMs: number, spans: readonly SyntheticSpan[]): boolean =>
  spans.some(([from, to]) => openMs + lengthMs > from && (to === null || openMs < to));

/** Makes a series from an exchange's answer (ascending open times); throws when a hole is longer than a day. */
export const seriesOf = (
  coin: string,
  timeframe: Timeframe,
  rows: readonly CandleRow[],
  synthetic: readonly SyntheticSpan[],
): CandleSeries => {
  const series = withCandles(emptySeries(coin, timeframe), rows, synthetic);
  assertOutagesShort(series);
  return series;
};

/**
 * The series with these candles (ascending open times) in place, longer where they reach further. Holes
 * become flat candles at the last close without volume. A made-up candle never replaces a real one.
 */
export const withCandles = (
  series: CandleSeries,
  rows: readonly CandleRow[],
  synthetic: readonly SyntheticSpan[],
): CandleSeries => {
  assertInOrder(series, rows);
  const { coin, timeframe } = series;
  const lengthMs = TIMEFRAME_MS[timeframe];
  const opens = [series.timestamp[0], series.timestamp.at(-1), rows[0]?.[0], rows.at(-1)?.[0]];
  const known = opens.filter((open) => open !== undefined);
  if (known.length === 0) return series;
  const firstMs = Math.min(...known);
  const joined = allocate(coin, timeframe, (Math.max(...known) - firstMs) / lengthMs + 1);
  const offset = ((series.timestamp[0] ?? firstMs) - firstMs) / lengthMs;
  joined.timestamp.forEach((_, bar) => {
    joined.timestamp[bar] = firstMs + bar * lengthMs;
    joined.synthetic[bar] = isSynthetic(firstMs + bar * lengthMs, lengthMs, synthetic) ? 1 : 0;
  });
  const declared = joined.synthetic.slice();
  joined.filled.fill(1);
  for (const name of [...COLUMNS, ...FLAGS]) joined[name].set(series[name], offset);
  for (const row of rows) {
    const bar = (row[0] - firstMs) / lengthMs;
    const isReal = joined.filled[bar] === 0 && joined.synthetic[bar] === 0;
    if (isReal && declared[bar] === 1) continue;
    COLUMNS.forEach((name, column) => {
      joined[name][bar] = row[column] as number;
    });
    joined.filled[bar] = 0;
    joined.synthetic[bar] = declared[bar] as number;
  }
  flatten(joined);
  return joined;
};

/** The first series with those candles of the second in place that it lacks, or has made up only. */
export const joinedSeries = (series: CandleSeries, other: CandleSeries): CandleSeries => {
  const lengthMs = TIMEFRAME_MS[series.timeframe];
  const firstMs = series.timestamp[0] ?? Number.NaN;
  const rows: CandleRow[] = [];
  other.timestamp.forEach((openMs, bar) => {
    const own = (openMs - firstMs) / lengthMs;
    const isLacking = series.filled[own] !== 0;
    const isBetter = series.synthetic[own] === 1 && other.synthetic[bar] === 0;
    if (other.filled[bar] === 0 && (isLacking || isBetter))
      rows.push(COLUMNS.map((name) => other[name][bar]) as unknown as CandleRow);
  });
  if (rows.length === 0) return series;
  const synthetic = spansOf(other, (bar) => other.synthetic[bar] === 1);
  return withCandles(
    series,
    rows,
    synthetic.map(([fromMs, toMs]) => [fromMs, toMs + lengthMs]),
  );
};

const assertInOrder = ({ coin, timeframe }: CandleSeries, rows: readonly CandleRow[]): void => {
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const [openMs] of rows) {
    if (!(openMs > lastMs && isOpen(timeframe, openMs)))
      throw new Error(`${coin} ${timeframe}: candles are out of order at ${openMs}`);
    lastMs = openMs;
  }
};

/** Sets every filled bar to the close before it. */
const flatten = ({ open, high, low, close, volume, filled }: CandleSeries): void => {
  for (let bar = 1; bar < filled.length; bar += 1) {
    if (filled[bar] !== 1) continue;
    for (const column of [open, high, low, close]) column[bar] = close[bar - 1] as number;
    volume[bar] = 0;
  }
};

/** The series with flat candles after its last one, up to the bar that opens at `lastMs`. */
export const continuedTo = (series: CandleSeries, lastMs: number): CandleSeries => {
  const { coin, timeframe, timestamp } = series;
  const lengthMs = TIMEFRAME_MS[timeframe];
  const more = Math.floor((lastMs - (timestamp.at(-1) ?? lastMs)) / lengthMs);
  if (more <= 0) return series;
  const longer = allocate(coin, timeframe, timestamp.length + more);
  for (const name of [...COLUMNS, ...FLAGS]) longer[name].set(series[name]);
  longer.timestamp.forEach((_, bar) => {
    longer.timestamp[bar] = (timestamp[0] as number) + bar * lengthMs;
  });
  longer.filled.fill(1, timestamp.length);
  flatten(longer);
  return longer;
};

/** True if the series has just this candle. */
export const hasCandle = (series: CandleSeries, row: CandleRow): boolean => {
  const bar = (row[0] - (series.timestamp[0] ?? Number.NaN)) / TIMEFRAME_MS[series.timeframe];
  return series.filled[bar] === 0 && COLUMNS.every((name, column) => series[name][bar] === row[column]);
};

/** Consecutive bars that `isIn` picks, as spans. */
export const spansOf = ({ timestamp }: CandleSeries, isIn: (bar: number) => boolean): BarSpan[] => {
  const spans: BarSpan[] = [];
  for (let bar = 0; bar < timestamp.length; bar += 1) {
    if (!isIn(bar)) continue;
    const first = bar;
    while (bar + 1 < timestamp.length && isIn(bar + 1)) bar += 1;
    spans.push([timestamp[first] as number, timestamp[bar] as number]);
  }
  return spans;
};

/** Spans of filled candles, from `sinceMs` on. */
export const filledSpans = (series: CandleSeries, sinceMs = Number.NEGATIVE_INFINITY): BarSpan[] =>
  spansOf(series, (bar) => series.filled[bar] === 1 && (series.timestamp[bar] as number) >= sinceMs);

/** More than a day is missing between two candles; `series` has flat ones there. */
export class MissingCandles extends Error {
  readonly series: CandleSeries;

  constructor(message: string, series: CandleSeries) {
    super(message);
    this.series = series;
  }
}

/** Throws where more than a day is missing: that is not an outage. */
export const assertOutagesShort = (series: CandleSeries): void => {
  const lengthMs = TIMEFRAME_MS[series.timeframe];
  for (const [fromMs, toMs] of filledSpans(series)) {
    const missing = (toMs - fromMs) / lengthMs + 1;
    if (missing <= flatBarsMax(series.timeframe)) continue;
    const before = new Date(toMs + lengthMs).toISOString();
    const what = `${series.coin} ${series.timeframe}: ${missing} candles are missing before ${before}`;
    throw new MissingCandles(what, series);
  }
};

/** The series with flat candles in the spans; its first candle stays. */
export const withoutCandles = (series: CandleSeries, spans: readonly BarSpan[]): CandleSeries => {
  const copy = withCandles(series, [], []);
  copy.timestamp.forEach((openMs, bar) => {
    if (bar > 0 && spans.some(([fromMs, toMs]) => openMs >= fromMs && openMs <= toMs)) copy.filled[bar] = 1;
  });
  flatten(copy);
  return copy;
};
