// The days on which all coins of a portfolio have candles, and which of these are synthetic.
import {
  countBars,
  type DateRange,
  firstOpenFrom,
  type Refusal,
  refuse,
  TIMEFRAME_MS,
} from '@tradeium/contracts';
import { type CandleSeries, spansOf } from './series.ts';

const SPANS_MAX = 100;
const DAY_MS = TIMEFRAME_MS['24h'];

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Synthetic bars of one series that open from `startMs` to `endMs` (both included), as days. */
const syntheticDays = (series: CandleSeries, startMs: number, endMs: number): DateRange['synthetic'] => {
  const { coin, timeframe, timestamp, synthetic } = series;
  const isIn = (bar: number) => {
    const openMs = timestamp[bar] as number;
    return synthetic[bar] === 1 && openMs >= startMs && openMs <= endMs;
  };
  return spansOf(series, isIn).map(([fromMs, toMs]) => ({
    coin,
    start_date: dayOf(fromMs),
    end_date: dayOf(toMs + TIMEFRAME_MS[timeframe] - 1),
  }));
};

/** The start of the day, or week, after a coin's first candle, since that may be a part of one. */
const wholeFromMs = ({ timeframe, timestamp }: CandleSeries): number =>
  firstOpenFrom(timeframe === 'weekly' ? 'weekly' : '24h', (timestamp[0] ?? Number.NaN) + 1);

/**
 * The days on which all of these series (of one interval) have every bar. They start with the first whole day, or week,
 * of the youngest coin, and end with the last day of the last bar that has closed for all.
 */
export const commonDateRange = (series: readonly CandleSeries[]): DateRange => {
  const timeframe = series[0]?.timeframe ?? '24h';
  const youngest = series.reduce((a, b) => ((b.timestamp[0] ?? 0) > (a.timestamp[0] ?? 0) ? b : a));
  const startMs = wholeFromMs(youngest);
  const closedMs =
    Math.min(...series.map(({ timestamp }) => timestamp.at(-1) ?? Number.NaN)) + TIMEFRAME_MS[timeframe];
  const endMs = Math.floor(closedMs / DAY_MS) * DAY_MS - DAY_MS;
  const available = startMs <= endMs;
  return {
    available,
    start_date: available ? dayOf(startMs) : null,
    end_date: available ? dayOf(endMs) : null,
    limited_by: youngest.coin,
    synthetic: available
      ? series.flatMap((one) => syntheticDays(one, startMs, endMs + DAY_MS - 1)).slice(0, SPANS_MAX)
      : [],
  };
};

/** Why a run from `fromMs` to `untilMs` (excluded) is impossible with these candles, else null. */
export const rangeRefusal = (
  series: readonly CandleSeries[],
  fromMs: number,
  untilMs: number,
): Refusal | null => {
  const timeframe = series[0]?.timeframe ?? '24h';
  const firstMs = firstOpenFrom(timeframe, fromMs);
  const lastMs = firstMs + (countBars(timeframe, fromMs, untilMs) - 1) * TIMEFRAME_MS[timeframe];
  // A range of days has every other kind of bar.
  if (lastMs < firstMs) return refuse('NO_WEEK_IN_RANGE');
  const lacking = series.filter(
    (one) => !(wholeFromMs(one) <= firstMs) || (one.timestamp.at(-1) ?? 0) < lastMs,
  );
  if (lacking.length === 0) return null;
  const { start_date, end_date } = commonDateRange(series);
  return refuse('NO_CANDLES_IN_RANGE', {
    coins: lacking.map(({ coin }) => coin).join(', '),
    start: start_date ?? 'never',
    end: end_date ?? 'never',
  });
};
