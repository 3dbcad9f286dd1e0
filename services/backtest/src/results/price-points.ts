// The prices of a coin in a part of a run, thinned to what a screen can show.
import { PRICE_POINTS_MAX, type PricePoints, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

type Prices = {
  readonly timeframe: Timeframe;
  /** Bar opens, ms UTC, without gaps. */
  readonly timestamp: ArrayLike<number>;
  readonly open: ArrayLike<number>;
  readonly close: ArrayLike<number>;
};

/** The bars with the lowest and the highest close from `from` to `to` (excluded), in the order of time. */
const extremesOf = (close: ArrayLike<number>, from: number, to: number): number[] => {
  let [lowest, highest] = [from, from];
  for (let bar = from + 1; bar < to; bar++) {
    if ((close[bar] as number) < (close[lowest] as number)) lowest = bar;
    if ((close[bar] as number) > (close[highest] as number)) highest = bar;
  }
  return [...new Set([lowest, highest])].sort((a, b) => a - b);
};

/** The first bar, a bucket's lowest and highest each, and the last: never more than `PRICE_POINTS_MAX - 1`. */
const thinned = (close: ArrayLike<number>, from: number, to: number): number[] => {
  const bars = to - from;
  if (bars < PRICE_POINTS_MAX) return Array.from({ length: bars }, (_, bar) => from + bar);
  const buckets = PRICE_POINTS_MAX / 2 - 2;
  const places = Array.from(
    { length: buckets + 1 },
    (_, bucket) => from + Math.floor((bucket * bars) / buckets),
  );
  const kept = places.slice(1).flatMap((end, bucket) => extremesOf(close, places[bucket] as number, end));
  return [...new Set([from, ...kept, to - 1])].sort((a, b) => a - b);
};

/**
 * The first open, and closes at the end of their bars, of the bars that open from `fromMs` to `untilMs` (excluded). Where
 * there are more than a screen shows, no low and no high among the closes is lost.
 */
export const pricePoints = (prices: Prices, fromMs: number, untilMs: number): PricePoints => {
  const { timeframe, timestamp, open, close } = prices;
  const length = TIMEFRAME_MS[timeframe];
  const barFrom = (ms: number): number =>
    Math.min(timestamp.length, Math.max(0, Math.ceil((ms - (timestamp[0] ?? 0)) / length)));
  const [from, to] = [barFrom(fromMs), barFrom(untilMs)];
  if (to <= from) return { bars: 0, times: [], prices: [] };
  const kept = thinned(close, from, to);
  return {
    bars: to - from,
    times: [timestamp[from] as number, ...kept.map((bar) => (timestamp[bar] as number) + length)],
    prices: [open[from] as number, ...kept.map((bar) => close[bar] as number)],
  };
};
