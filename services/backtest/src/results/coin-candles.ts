// The candles of a coin in a part of a run, each as long as several bars where there are more of these than a screen shows.
import { type CoinCandles, TIMEFRAME_MS } from '@tradeium/contracts';
import type { CandleSeries } from '../candles/series.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a candle may be. */
const LENGTHS_MS: readonly number[] = [
  ...[1, 2, 4, 6, 8, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 3, 7, 14, 28, 56, 112].map((days) => days * DAY_MS),
];

/** The shortest candle with which so many bars are not too many candles; of whole bars. */
const lengthOf = (bars: number, barMs: number, atMost: number): number => {
  const whole = LENGTHS_MS.filter((length) => length % barMs === 0);
  return (
    whole.find((length) => Math.ceil((bars * barMs) / length) <= atMost) ?? barMs * Math.ceil(bars / atMost)
  );
};

type Prices = Pick<CandleSeries, 'timeframe' | 'timestamp' | 'open' | 'high' | 'low' | 'close'>;
type Part = { readonly fromMs: number; readonly untilMs: number };

/** The part of a run between two times: neither end lies outside the run, and one that ends before it begins is empty. */
export const partOf = (run: Part, fromMs = run.fromMs, untilMs = run.untilMs): Part => {
  const from = Math.min(Math.max(fromMs, run.fromMs), run.untilMs);
  return { fromMs: from, untilMs: Math.min(Math.max(untilMs, from), run.untilMs) };
};

/**
 * Of the bars that open from `fromMs` to `untilMs` (excluded). The first candle begins with the first of them, so that the
 * candles of a part hold nothing from before it; the last one may have fewer bars.
 */
export const coinCandles = (prices: Prices, { fromMs, untilMs }: Part, atMost: number): CoinCandles => {
  const { timeframe, timestamp, open, high, low, close } = prices;
  const barMs = TIMEFRAME_MS[timeframe];
  const barFrom = (ms: number): number =>
    Math.min(timestamp.length, Math.max(0, Math.ceil((ms - (timestamp[0] ?? 0)) / barMs)));
  const first = barFrom(fromMs);
  const bars = Math.max(0, barFrom(untilMs) - first);
  const candleMs = lengthOf(bars, barMs, atMost);
  const step = candleMs / barMs;
  const begins = Array.from({ length: Math.ceil(bars / step) }, (_, candle) => first + candle * step);
  const within = (values: Float64Array) =>
    begins.map((from) => values.subarray(from, Math.min(from + step, first + bars)));
  const openMs = (timestamp[first] as number | undefined) ?? fromMs;
  return {
    bar_ms: barMs,
    candle_ms: candleMs,
    times: begins.map((_, candle) => openMs + candle * candleMs),
    until_ms: openMs + bars * barMs,
    open: begins.map((from) => open[from] as number),
    high: within(high).map((values) => values.reduce((a, b) => Math.max(a, b))),
    low: within(low).map((values) => values.reduce((a, b) => Math.min(a, b))),
    close: within(close).map((values) => values.at(-1) as number),
  };
};
