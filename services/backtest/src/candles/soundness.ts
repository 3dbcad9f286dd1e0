// Checks whether candles are possible: each alone, filled ones against their predecessor, larger intervals against hours.
import { TIMEFRAME_MS } from '@tradeium/contracts';
import { type CandleRow, type CandleSeries, flatBarsMax } from './series.ts';

/** A fault of the bars that open from `fromMs` to `toMs` (both included). */
export type Flaw = { readonly fromMs: number; readonly toMs: number; readonly what: string };

/** Sums of volumes differ in the last digits with the order of addition. */
const VOLUME_TOLERANCE = 1e-6;

/** Why this candle is impossible, or null when it isn't. */
export const candleFlaw = ([, open, high, low, close, volume]: CandleRow): string | null => {
  if (![open, high, low, close, volume].every(Number.isFinite)) return 'a value is not a number';
  if (!(Math.min(open, high, low, close) > 0)) return 'a price is not above 0';
  if (volume < 0) return `volume ${volume} is below 0`;
  if (high < Math.max(open, close, low)) return `high ${high} is below ${Math.max(open, close, low)}`;
  if (low > Math.min(open, close)) return `low ${low} is above ${Math.min(open, close)}`;
  return null;
};

const barFlaw = (series: CandleSeries, bar: number): string | null => {
  const { timestamp, open, high, low, close, volume, filled, synthetic } = series;
  if ((filled[bar] as number) > 1 || (synthetic[bar] as number) > 1) return 'has an unknown mark';
  const row = [timestamp, open, high, low, close, volume].map((column) => column[bar]);
  const flaw = candleFlaw(row as unknown as CandleRow);
  if (flaw || filled[bar] === 0) return flaw;
  const isFlat = [open, high, low, close].every((column) => column[bar] === close[bar - 1]);
  return isFlat && volume[bar] === 0 ? null : 'is filled but not flat';
};

/** The first candle that no exchange could have given, or null. Too long a gap is possible. */
export const impossibleCandle = (series: CandleSeries): Flaw | null => {
  for (const [bar, openMs] of series.timestamp.entries()) {
    const what = barFlaw(series, bar);
    if (what) return { fromMs: openMs, toMs: openMs, what };
  }
  return null;
};

/** All flaws of a series, oldest first; consecutive bars with the same flaw are one entry. */
export const flawsOf = (series: CandleSeries): Flaw[] => {
  const { timestamp, filled, timeframe } = series;
  const lengthMs = TIMEFRAME_MS[timeframe];
  const flaws: Flaw[] = [];
  let filledRun = 0;
  for (let bar = 0; bar < timestamp.length; bar += 1) {
    const openMs = timestamp[bar] as number;
    filledRun = filled[bar] === 1 ? filledRun + 1 : 0;
    const what =
      barFlaw(series, bar) ?? (filledRun > flatBarsMax(timeframe) ? 'is filled for too long' : null);
    if (what) addFlaw(flaws, { fromMs: openMs, toMs: openMs, what }, lengthMs);
  }
  return flaws;
};

/** Joins a flaw to the one before when it continues it. */
const addFlaw = (flaws: Flaw[], flaw: Flaw, lengthMs: number): void => {
  const last = flaws.at(-1);
  if (last?.what === flaw.what && flaw.fromMs === last.toMs + lengthMs)
    flaws[flaws.length - 1] = { ...last, toMs: flaw.toMs };
  else flaws.push(flaw);
};

/**
 * Where a larger interval disagrees with its hours: open, high, low and close exactly, the volume to 10⁻⁶. Only bars
 * whose hours are all there are compared.
 */
export const disagreementsOf = (hours: CandleSeries, larger: CandleSeries): Flaw[] => {
  const hourMs = TIMEFRAME_MS['1h'];
  const lengthMs = TIMEFRAME_MS[larger.timeframe];
  const firstMs = hours.timestamp[0] ?? Number.POSITIVE_INFINITY;
  const endMs = (hours.timestamp.at(-1) ?? Number.NEGATIVE_INFINITY) + hourMs;
  const flaws: Flaw[] = [];
  larger.timestamp.forEach((openMs, bar) => {
    if (openMs < firstMs || openMs + lengthMs > endMs) return;
    const from = (openMs - firstMs) / hourMs;
    const what = disagreement(hours, from, from + lengthMs / hourMs, larger, bar);
    if (what) addFlaw(flaws, { fromMs: openMs, toMs: openMs, what }, lengthMs);
  });
  return flaws;
};

const disagreement = (
  hours: CandleSeries,
  from: number,
  until: number,
  larger: CandleSeries,
  bar: number,
): string | null => {
  const traded: number[] = [];
  for (let hour = from; hour < until; hour += 1) if (hours.filled[hour] === 0) traded.push(hour);
  if (traded.length === 0 || larger.filled[bar] === 1)
    return (traded.length === 0) === (larger.filled[bar] === 1) ? null : 'is there at one interval only';
  const of = (column: Float64Array) => traded.map((hour) => column[hour] as number);
  const volume = of(hours.volume).reduce((sum, one) => sum + one, 0);
  const pairs = {
    open: [larger.open[bar], of(hours.open)[0]],
    high: [larger.high[bar], Math.max(...of(hours.high))],
    low: [larger.low[bar], Math.min(...of(hours.low))],
    close: [larger.close[bar], of(hours.close).at(-1)],
  };
  for (const [name, [stored, added]] of Object.entries(pairs))
    if (stored !== added) return `has another ${name} than its hours`;
  const difference = Math.abs((larger.volume[bar] as number) - volume);
  return difference <= VOLUME_TOLERANCE * Math.max(volume, Number.MIN_VALUE)
    ? null
    : 'has another volume than its hours';
};
