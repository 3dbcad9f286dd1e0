// The prices of a coin as its chart draws them: candles, or closes where only these are known.
import type { CoinCandles } from '@tradeium/contracts';
import { openOf } from '../curves/bar-times.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import { isRecord, type Row } from '../statistics/statistics-tables.ts';

export type Prices = {
  /** When each candle opens, ms UTC, ascending. */
  readonly times: Float64Array;
  /** How long a candle is; the last one may end before, with the last bar. */
  readonly lengthMs: number;
  readonly untilMs: number;
  /** How long a bar of the run is: a candle may be several. */
  readonly barMs: number;
  /** Null where only closes are known. */
  readonly open: Float64Array | null;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
};

const DAY_MS = 86_400_000;

/** A coin's daily closes from the statistics of a run; null where they hold none. */
export const closesOf = ({ curves }: Row, coin: string): Prices | null => {
  if (!isRecord(curves) || !Array.isArray(curves.timestamp) || !isRecord(curves.prices)) return null;
  const prices = curves.prices[coin];
  if (!isRecord(prices) || !Array.isArray(prices.close)) return null;
  const ends = curves.timestamp.map((time) => Date.parse(String(time)));
  const [first, second = Number(first) + DAY_MS] = ends;
  if (first === undefined || ends.length !== prices.close.length) return null;
  const lengthMs = second - first;
  const times = Float64Array.from(ends, (ms) => openOf(ms, lengthMs));
  const close = Float64Array.from(prices.close, Number);
  const untilMs = (times.at(-1) as number) + lengthMs;
  return { times, lengthMs, untilMs, barMs: lengthMs, open: null, high: close, low: close, close };
};

/** Null where there are none. */
export const pricesOf = (candles: CoinCandles): Prices | null =>
  candles.times.length === 0
    ? null
    : {
        times: Float64Array.from(candles.times),
        lengthMs: candles.candle_ms,
        untilMs: candles.until_ms,
        barMs: candles.bar_ms,
        open: Float64Array.from(candles.open),
        high: Float64Array.from(candles.high),
        low: Float64Array.from(candles.low),
        close: Float64Array.from(candles.close),
      };

/** From the first candle's open to the end of the last bar, which is excluded. */
export const wholeOf = ({ times, untilMs }: Prices): TimeRange => ({
  from: times[0] as number,
  to: untilMs,
});

/** True if a part would show more than all of it does. */
export const areMerged = ({ lengthMs, barMs }: Prices): boolean => lengthMs > barMs;

/** The candles of which a range shows something. */
export const pricesIn = (prices: Prices, { from, to }: TimeRange): Prices => {
  const { times, lengthMs } = prices;
  const first = times.findIndex((ms) => ms + lengthMs > from);
  const after = times.findIndex((ms) => ms >= to);
  const part = (values: Float64Array) =>
    values.subarray(first === -1 ? values.length : first, after === -1 ? values.length : after);
  const { open, high, low, close } = prices;
  return {
    ...prices,
    times: part(times),
    open: open && part(open),
    high: part(high),
    low: part(low),
    close: part(close),
  };
};

/** A range from the open of a bar to the end of one; null for all of it. */
export const onBars = (range: TimeRange, { barMs, ...prices }: Prices): TimeRange | null => {
  const whole = wholeOf({ barMs, ...prices });
  const barsTo = (ms: number) => (ms - whole.from) / barMs;
  const from = Math.max(whole.from, whole.from + Math.floor(barsTo(range.from)) * barMs);
  const to = Math.min(whole.to, whole.from + Math.ceil(barsTo(range.to)) * barMs);
  return from === whole.from && to === whole.to ? null : { from, to };
};
