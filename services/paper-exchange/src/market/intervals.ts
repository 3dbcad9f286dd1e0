// Where candles of each served interval begin and end, in UTC.

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-05 was the first Monday after the epoch. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const LENGTH_MS = {
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': 7 * DAY_MS,
} as const;

/** Intervals that hourly candles can be resampled to, in the exchange's own spelling. */
export const INTERVALS = [...(Object.keys(LENGTH_MS) as (keyof typeof LENGTH_MS)[]), '1M'] as const;
export type Interval = (typeof INTERVALS)[number];

export const isInterval = (text: string): text is Interval => (INTERVALS as readonly string[]).includes(text);

/** Open time of the candle that `timeMs` falls into: weeks open on Monday, three days count from the epoch. */
export const openTimeOf = (timeMs: number, interval: Interval): number => {
  if (interval === '1M') {
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
  const lengthMs = LENGTH_MS[interval];
  const originMs = interval === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - originMs) / lengthMs) * lengthMs + originMs;
};

/** Open time of the candle after the one that opens at `openMs`. */
export const nextOpenTime = (openMs: number, interval: Interval): number => {
  if (interval !== '1M') return openMs + LENGTH_MS[interval];
  const date = new Date(openMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};
