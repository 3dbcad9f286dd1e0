// Candles of any served interval, made from the hourly ones.
import type { Candle } from './hourly-candles.ts';
import { HOUR_MS, type Interval, nextOpenTime, openTimeOf } from './intervals.ts';
import type { PriceHistory } from './price-history.ts';

export interface Bar extends Candle {
  readonly openMs: number;
  /** The last millisecond that belongs to it, in the future for the bar in progress. */
  readonly closeMs: number;
}

export interface BarRange {
  /** Bars that open at this time or later; without it the newest ones. */
  readonly startMs: number | undefined;
  /** Bars that open at this time or earlier. */
  readonly endMs: number | undefined;
  readonly limit: number;
}

/** At most `limit` bars in order of time: the oldest after `startMs` if that is given, else the newest. */
export const barsOf = (history: PriceHistory, interval: Interval, range: BarRange, nowMs: number): Bar[] => {
  const firstMs = openTimeOf(history.firstHour * HOUR_MS, interval);
  const lastMs = openTimeOf(Math.min(range.endMs ?? nowMs, nowMs), interval);
  const bars: Bar[] = [];
  if (range.startMs === undefined) {
    for (let openMs = lastMs; openMs >= firstMs && bars.length < range.limit; ) {
      const bar = barAt(history, interval, openMs, nowMs);
      if (bar) bars.push(bar);
      openMs = openTimeOf(openMs - 1, interval);
    }
    return bars.reverse();
  }
  let openMs = Math.max(firstMs, openTimeOf(range.startMs, interval));
  if (openMs < range.startMs) openMs = nextOpenTime(openMs, interval);
  for (; openMs <= lastMs && bars.length < range.limit; openMs = nextOpenTime(openMs, interval)) {
    const bar = barAt(history, interval, openMs, nowMs);
    if (bar) bars.push(bar);
  }
  return bars;
};

/** The newest price, and undefined before the market was listed. */
export const lastPrice = (history: PriceHistory, nowMs: number): number | undefined => {
  const close = barsOf(history, '1h', { startMs: undefined, endMs: undefined, limit: 1 }, nowMs)[0]?.close;
  return close === undefined ? undefined : Math.round(close * (history.moved?.() ?? 1));
};

const barAt = (history: PriceHistory, interval: Interval, openMs: number, nowMs: number): Bar | undefined => {
  const nextMs = nextOpenTime(openMs, interval);
  let bar: { open: number; high: number; low: number; close: number; volume: number } | undefined;
  for (let hour = openMs / HOUR_MS; hour < nextMs / HOUR_MS; hour += 1) {
    const candle = history.candleAt(hour, nowMs);
    if (!candle) continue;
    bar ??= { ...candle, volume: 0 };
    bar.high = Math.max(bar.high, candle.high);
    bar.low = Math.min(bar.low, candle.low);
    bar.close = candle.close;
    bar.volume += candle.volume;
  }
  return bar && { openMs, closeMs: nextMs - 1, ...bar };
};
