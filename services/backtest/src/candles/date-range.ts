// Which days all coins of a portfolio have candles for, and which of them are made up.
import { type DateRange, type Refusal, refuse, TIMEFRAME_MS } from '@tradeium/contracts';
import { countBars, firstOpenFrom } from './bars.ts';
import type { CandleSeries } from './series.ts';

const SPANS_MAX = 100;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Runs of synthetic bars of one series, as days. */
const syntheticSpans = ({ coin, timestamp, synthetic, timeframe }: CandleSeries): DateRange['synthetic'] => {
  const spans: DateRange['synthetic'] = [];
  for (let bar = 0; bar < synthetic.length; bar += 1) {
    if (synthetic[bar] !== 1) continue;
    const first = bar;
    while (synthetic[bar + 1] === 1) bar += 1;
    const endMs = (timestamp[bar] as number) + TIMEFRAME_MS[timeframe] - 1;
    spans.push({ coin, start_date: dayOf(timestamp[first] as number), end_date: dayOf(endMs) });
  }
  return spans;
};

/**
 * The common range of some series: from the day after the youngest coin's listing (which falls in the middle of a day)
 * to the last day that has closed.
 */
export const commonDateRange = (series: readonly CandleSeries[]): DateRange => {
  const youngest = series.reduce((a, b) => ((b.timestamp[0] ?? 0) > (a.timestamp[0] ?? 0) ? b : a));
  const startMs = firstOpenFrom('24h', (youngest.timestamp[0] ?? Number.NaN) + 1);
  const endMs = Math.min(...series.map(({ timestamp }) => timestamp.at(-1) ?? Number.NaN));
  const available = startMs <= endMs;
  return {
    available,
    start_date: available ? dayOf(startMs) : null,
    end_date: available ? dayOf(endMs) : null,
    limited_by: youngest.coin,
    synthetic: series.flatMap(syntheticSpans).slice(0, SPANS_MAX),
  };
};

/** Why a run from `fromMs` to `untilMs` (excluded) cannot be done with these candles, or null when it can. */
export const rangeRefusal = (
  series: readonly CandleSeries[],
  fromMs: number,
  untilMs: number,
): Refusal | null => {
  const timeframe = series[0]?.timeframe ?? '24h';
  const firstMs = firstOpenFrom(timeframe, fromMs);
  const lastMs = firstMs + (countBars(timeframe, fromMs, untilMs) - 1) * TIMEFRAME_MS[timeframe];
  const lacking = series.filter(
    ({ timestamp }) =>
      lastMs < firstMs ||
      (timestamp[0] ?? Number.POSITIVE_INFINITY) > firstMs ||
      (timestamp.at(-1) ?? 0) < lastMs,
  );
  if (lacking.length === 0) return null;
  const { start_date, end_date } = commonDateRange(series);
  return refuse('NO_CANDLES_IN_RANGE', {
    coins: lacking.map(({ coin }) => coin).join(', '),
    start: start_date ?? 'never',
    end: end_date ?? 'never',
  });
};
