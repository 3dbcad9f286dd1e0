// One coin's candles at one interval, without gaps: outages are met as flat candles, and every made-up bar is marked.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

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
  /** 1 where the exchange has no candle and the last close stands in. */
  readonly filled: Uint8Array;
  /** 1 where the price itself is made up: the exchange says so of its own candles. */
  readonly synthetic: Uint8Array;
};

/** A candle as exchanges tell it: open time (ms), open, high, low, close, volume. */
export type CandleRow = readonly [number, number, number, number, number, number];

/** A span of made-up prices, ms UTC, its end excluded; null: to this day. */
export type SyntheticSpan = readonly [fromMs: number, toMs: number | null];

/** Outages last hours. What is longer is missing data, and no flat line may stand in for it. */
const FLAT_HOURS_MAX = 24;

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

const isSynthetic = (openMs: number, lengthMs: number, spans: readonly SyntheticSpan[]): boolean =>
  spans.some(([from, to]) => openMs + lengthMs > from && (to === null || openMs < to));

/**
 * Makes a series of what an exchange answered (ascending open times). A hole of up to a day becomes flat candles at
 * the last close with no volume; a longer one throws, since it is no outage.
 */
export const seriesOf = (
  coin: string,
  timeframe: Timeframe,
  rows: readonly CandleRow[],
  synthetic: readonly SyntheticSpan[],
): CandleSeries => {
  const lengthMs = TIMEFRAME_MS[timeframe];
  const firstMs = rows[0]?.[0] ?? 0;
  const bars = rows.length === 0 ? 0 : ((rows.at(-1)?.[0] ?? 0) - firstMs) / lengthMs + 1;
  const series = allocate(coin, timeframe, bars);
  let bar = 0;
  let lastClose = Number.NaN;
  for (const [openMs, open, high, low, close, volume] of rows) {
    const missing = (openMs - firstMs) / lengthMs - bar;
    if (missing < 0 || !Number.isInteger(missing))
      throw new Error(`${coin} ${timeframe}: candles are out of order at ${openMs}`);
    if (missing > Math.max(1, (FLAT_HOURS_MAX * TIMEFRAME_MS['1h']) / lengthMs)) {
      throw new Error(
        `${coin} ${timeframe}: ${missing} candles are missing before ${new Date(openMs).toISOString()}`,
      );
    }
    for (let hole = 0; hole < missing; hole += 1, bar += 1) {
      writeBar(series, bar, firstMs + bar * lengthMs, lastClose, lastClose, lastClose, lastClose, 0);
      series.filled[bar] = 1;
    }
    writeBar(series, bar, openMs, open, high, low, close, volume);
    lastClose = close;
    bar += 1;
  }
  for (let index = 0; index < bars; index += 1) {
    if (isSynthetic(series.timestamp[index] as number, lengthMs, synthetic)) series.synthetic[index] = 1;
  }
  return series;
};

const writeBar = (
  series: CandleSeries,
  bar: number,
  openMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
): void => {
  series.timestamp[bar] = openMs;
  series.open[bar] = open;
  series.high[bar] = high;
  series.low[bar] = low;
  series.close[bar] = close;
  series.volume[bar] = volume;
};

const COLUMNS = ['timestamp', 'open', 'high', 'low', 'close', 'volume'] as const;
const FLAGS = ['filled', 'synthetic'] as const;

/** The bars from index `from` to index `until` (excluded), as views on the same memory. */
export const sliceSeries = (series: CandleSeries, from: number, until?: number): CandleSeries => {
  const slice: Record<string, unknown> = { coin: series.coin, timeframe: series.timeframe };
  for (const name of [...COLUMNS, ...FLAGS]) slice[name] = series[name].subarray(from, until);
  return slice as CandleSeries;
};

/** Joins a series and the one that follows it without a gap. */
export const concatSeries = (a: CandleSeries, b: CandleSeries): CandleSeries => {
  const bars = a.timestamp.length;
  const joined = allocate(a.coin, a.timeframe, bars + b.timestamp.length);
  for (const name of [...COLUMNS, ...FLAGS]) {
    joined[name].set(a[name]);
    joined[name].set(b[name], bars);
  }
  return joined;
};
