// Adds newly closed candles to the stored ones, in parts, so that a long fetch never starts over.
import { firstOpenFrom, type Timeframe } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import type { CandleFiles, Kept } from './candle-files.ts';
import { pagesOf } from './candle-pages.ts';
import type { CandleSource } from './exchange.ts';
import {
  assertOutagesShort,
  type BarSpan,
  type CandleRow,
  type CandleSeries,
  emptySeries,
  filledSpans,
  hasCandle,
  joinedSeries,
  withCandles,
} from './series.ts';

/** No range starts earlier: 400 days of warm-up before the earliest start date. */
const EARLIEST_MS = Date.parse('2018-11-01T00:00:00Z');
/** An exchange that comes back after an outage fills its holes within days, if ever. */
const ASKED_AGAIN_MS = 7 * 86_400_000;
const PAGES_BETWEEN_WRITES = 10;
/** Machines that fetch the same candles each find what another one has just written. */
const WRITES_MAX = 5;

/** Gets the share (0..1) of the missing candles that has arrived, and how many are missing. */
export type OnProgress = (share: number, candles: number) => void;

type Wanted = { readonly coin: string; readonly timeframe: Timeframe; readonly lastMs: number };

/** The series with what the exchange now has in these spans. */
export const askAgain = async (
  { source, log }: { source: CandleSource; log: Log },
  series: CandleSeries,
  spans: readonly BarSpan[],
): Promise<CandleSeries> => {
  const rows: CandleRow[] = [];
  for (const [fromMs, toMs] of spans)
    for await (const page of pagesOf(source, { ...series, log }, fromMs, toMs)) rows.push(...page);
  return rows.length === 0 ? series : withCandles(series, rows, await source.syntheticSpans(series.coin));
};

/**
 * The stored candles and all closed ones up to the bar that opens at `lastMs`; flat candles of the last week are fetched
 * again. Null when other processes keep changing the file meanwhile. Throws when the exchange does not answer or does
 * not continue where the stored candles end; what arrived until then is stored.
 */
export const bringUpToDate = async (
  { source, files, log }: { source: CandleSource; files: CandleFiles; log: Log },
  { series: known, version }: Kept,
  { coin, timeframe, lastMs }: Wanted,
  onProgress: OnProgress,
): Promise<CandleSeries | null> => {
  const knownUntilMs = known?.timestamp.at(-1);
  if (known && knownUntilMs !== undefined && knownUntilMs >= lastMs) return known;
  const series = known
    ? await askAgain({ source, log }, known, filledSpans(known, lastMs - ASKED_AGAIN_MS))
    : emptySeries(coin, timeframe);
  const keeper = keeperOf(files, { series: known, version }, series, await source.syntheticSpans(coin));
  // The last stored candle is fetched again, to join the two and to pick up a correction.
  const fromMs = knownUntilMs ?? firstOpenFrom(timeframe, EARLIEST_MS);
  let pages = 0;
  let candles = 0;
  try {
    for await (const page of pagesOf(source, { coin, timeframe, log }, fromMs, lastMs)) {
      if (pages === 0 && known && page[0]?.[0] !== fromMs)
        throw new Error(`${source.name} has no ${timeframe} candle of ${coin} at ${fromMs} any more`);
      keeper.add(page);
      pages += 1;
      candles += page.length;
      onProgress(((page.at(-1)?.[0] ?? fromMs) - fromMs + 1) / (lastMs - fromMs + 1), candles);
      if (pages % PAGES_BETWEEN_WRITES === 0 && !(await keeper.keep())) return null;
    }
  } catch (cause) {
    await keeper.keep().catch((err: unknown) => log.warn({ err, coin, timeframe }, 'candles were not kept'));
    throw cause;
  }
  if (!known && candles === 0) throw new Error(`${source.name} has no ${timeframe} candles of ${coin}`);
  return keeper.keep();
};

/** Collects pages and writes what is new; `keep` returns null when other processes keep writing the file first. */
const keeperOf = (
  files: CandleFiles,
  kept: Pick<Kept, 'series' | 'version'>,
  base: CandleSeries,
  synthetic: Awaited<ReturnType<CandleSource['syntheticSpans']>>,
) => {
  let { series: onDisk, version } = kept;
  let series = base;
  let rows: CandleRow[] = [];
  return {
    add: (page: readonly CandleRow[]) => {
      rows.push(...page);
    },
    keep: async (): Promise<CandleSeries | null> => {
      if (rows.some((row) => !hasCandle(series, row))) series = withCandles(series, rows, synthetic);
      rows = [];
      if (series === onDisk || series.timestamp.length === 0) return series;
      assertOutagesShort(series);
      for (let writes = 1; writes <= WRITES_MAX; writes += 1) {
        const written = await files.write(series, version);
        if (written) {
          ({ series: onDisk, version } = written);
          return series;
        }
        const other = await files.read(series.coin, series.timeframe);
        ({ series: onDisk, version } = other);
        if (onDisk) series = joinedSeries(onDisk, series);
        if (series === onDisk) return series;
      }
      return null;
    },
  };
};
