// The candles of a range, brought up to date; and stored as one file, for runs and for other services.
import {
  firstOpenFrom,
  isRefusal,
  QUOTE_CURRENCY,
  type Refusal,
  refuse,
  TIMEFRAME_MS,
  type Timeframe,
  unknownCoin,
} from '@tradeium/contracts';
import type { Blobs } from '@tradeium/service-kit';
import type { CandleStore } from './candle-store.ts';
import { rangeRefusal } from './date-range.ts';
import { encodePanel, type Panel, panelOf } from './panel.ts';
import type { CandleSeries } from './series.ts';

const DAY_MS = 86_400_000;

export type CandleRange = {
  readonly portfolio: readonly string[];
  readonly timeframe: Timeframe;
  readonly start_date: string;
  /** The last day, included; null: to the newest bar that has closed for all coins that are traded. */
  readonly end_date: string | null;
};

export type LoadedPanel = {
  /** Digest of the Arrow file. */
  readonly candles: string;
  /** The last day that has a bar. */
  readonly end_date: string;
  readonly bars: number;
  /** Index of the first bar that is not warm-up. */
  readonly first_bar: number;
  /** When the newest bar opens, ms UTC. */
  readonly newest_open_ms: number;
};

const startMsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The end of the newest bar that all have. */
const newestEnd = (series: readonly CandleSeries[], timeframe: Timeframe): number =>
  Math.min(...series.map(({ timestamp }) => timestamp.at(-1) ?? 0)) + TIMEFRAME_MS[timeframe];

type RangeSeries = {
  readonly series: readonly CandleSeries[];
  readonly fromMs: number;
  readonly untilMs: number;
};

/** The candles of a range, of which every bar is there and has closed: those that arrive later change none of it. */
const readRange = async (
  candles: CandleStore,
  { portfolio, timeframe, start_date, end_date }: CandleRange,
  onProgress?: (share: number) => void,
): Promise<RangeSeries | Refusal> => {
  const unknown = unknownCoin(portfolio);
  if (unknown !== undefined) return refuse('UNKNOWN_COIN', { coin: unknown });
  const coins = portfolio.filter((entry) => entry !== QUOTE_CURRENCY);
  const load = end_date === null ? candles.loadCurrent : candles.loadAll;
  const series = await load(coins, timeframe, onProgress);
  if (isRefusal(series)) return series;
  const fromMs = startMsOf(start_date);
  const untilMs = end_date === null ? newestEnd(series, timeframe) : startMsOf(end_date) + DAY_MS;
  return rangeRefusal(series, fromMs, untilMs) ?? { series, fromMs, untilMs };
};

/** Brings the candles of a range up to date; answers why they are not enough, else null. */
export const candlesRefusal = async (candles: CandleStore, range: CandleRange): Promise<Refusal | null> => {
  const read = await readRange(candles, range);
  return isRefusal(read) ? read : null;
};

/** `onProgress` gets the share (0..1) of missing candles that has arrived. */
export const readPanel = async (
  candles: CandleStore,
  range: CandleRange,
  onProgress?: (share: number) => void,
): Promise<Panel | Refusal> => {
  const read = await readRange(candles, range, onProgress);
  return isRefusal(read) ? read : panelOf(read.series, read.fromMs, read.untilMs);
};

/** When the newest bar of a range opens, ms UTC. */
const newestOpenOf = ({ timestamps }: Panel, { timeframe, start_date }: CandleRange): number =>
  timestamps.at(-1) ?? firstOpenFrom(timeframe, startMsOf(start_date));

/** The last day of a range that has a bar. */
export const lastDayOf = (panel: Panel, range: CandleRange): string =>
  range.end_date ?? new Date(newestOpenOf(panel, range)).toISOString().slice(0, 10);

/** Reads a panel and stores it as a file. */
export const loadPanel = async (
  { candles, blobs }: { readonly candles: CandleStore; readonly blobs: Blobs },
  range: CandleRange,
  onProgress?: (share: number) => void,
): Promise<LoadedPanel | Refusal> => {
  const panel = await readPanel(candles, range, onProgress);
  if (isRefusal(panel)) return panel;
  return {
    candles: await blobs.put(encodePanel(panel)),
    end_date: lastDayOf(panel, range),
    bars: panel.timestamps.length,
    first_bar: panel.firstBar,
    newest_open_ms: newestOpenOf(panel, range),
  };
};
