// Imports an operator's candle files: reads and checks all of them before it writes any.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { candleFileName, readCandleCsv } from './candle-csv.ts';
import type { CandleStore } from './candle-store.ts';
import { type CandleRow, type CandleSeries, flatBarsMax, seriesOf, withCandles } from './series.ts';

export type Import = {
  readonly path: string;
  readonly coin: string;
  readonly timeframe: Timeframe;
  readonly rows: readonly CandleRow[];
};

/** One import of two: files of a month each follow one another. */
const joined = (before: Import, one: Import): Import => {
  const [lastMs, firstMs] = [before.rows.at(-1)?.[0] ?? Number.NaN, one.rows[0]?.[0] ?? Number.NaN];
  const { coin, timeframe } = one;
  if (firstMs <= lastMs)
    throw new Error(
      `${one.path}: it does not follow ${before.path}, which has ${timeframe} candles of ${coin} too`,
    );
  const missing = (firstMs - lastMs) / TIMEFRAME_MS[timeframe] - 1;
  if (missing > flatBarsMax(timeframe))
    throw new Error(`${one.path}: ${missing} candles are missing between ${before.path} and this file`);
  return { ...one, rows: [...before.rows, ...one.rows] };
};

/** Reads and checks the files; throws at the first faulty one, or when two hold the same candles. */
export const readImports = async (
  store: CandleStore,
  paths: readonly string[],
  interval?: string,
): Promise<Import[]> => {
  const imports: Import[] = [];
  for (const path of paths) {
    const { coin, timeframe } = candleFileName(path, interval);
    const rows = await readCandleCsv(path, timeframe, store.lastClosed(timeframe));
    const one = { path, coin, timeframe, rows };
    const same = imports.findIndex((other) => other.coin === coin && other.timeframe === timeframe);
    const before = imports[same];
    if (before) imports[same] = joined(before, one);
    else imports.push(one);
  }
  for (const one of imports) {
    const { series } = await store.read(one.coin, one.timeframe);
    if (series) assertAdjoining(one, series);
  }
  return imports;
};

/** Replaces stored candles by those of a file and keeps the others. */
export const importCandles = (store: CandleStore, one: Import): Promise<CandleSeries> =>
  store.change(one.coin, one.timeframe, async ({ series }) => {
    if (!series) return seriesOf(one.coin, one.timeframe, one.rows, []);
    assertAdjoining(one, series);
    return withCandles(series, one.rows, []);
  });

/** A hole between the stored and the new candles would be filled with flat ones. */
const assertAdjoining = ({ path, rows, timeframe }: Import, { timestamp }: CandleSeries): void => {
  const day = (ms: number) => new Date(ms).toISOString();
  const [firstMs, lastMs] = [rows[0]?.[0] ?? Number.NaN, rows.at(-1)?.[0] ?? Number.NaN];
  const [knownFirstMs, knownLastMs] = [timestamp[0] ?? firstMs, timestamp.at(-1) ?? lastMs];
  const lengthMs = TIMEFRAME_MS[timeframe];
  if (firstMs > knownLastMs + lengthMs || lastMs < knownFirstMs - lengthMs)
    throw new Error(
      `${path}: its candles (${day(firstMs)} to ${day(lastMs)}) do not adjoin those that are kept ` +
        `(${day(knownFirstMs)} to ${day(knownLastMs)})`,
    );
};
