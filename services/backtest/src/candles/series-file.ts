// Keeps a candle series as an Arrow file, uncompressed, so that Node and Python read it without copying.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Timeframe } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import { makeTable, type Table, tableFromIPC, tableToIPC } from 'apache-arrow';
import type { CandleSeries } from './series.ts';

/** Writes the series; a reader sees the old file or the new one, never half of it. */
export const writeSeries = async (path: string, series: CandleSeries): Promise<void> => {
  const { timestamp, open, high, low, close, volume, filled, synthetic } = series;
  const table = makeTable({ timestamp, open, high, low, close, volume, filled, synthetic });
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.part`;
  await writeFile(temporary, tableToIPC(table, 'file'), { flush: true });
  await rename(temporary, path);
};

const floats = (table: Table, name: string): Float64Array => {
  const column = table.getChild(name)?.toArray();
  if (!(column instanceof Float64Array)) throw new Error(`candle file without a column ${name}`);
  return column;
};

const flags = (table: Table, name: string): Uint8Array => {
  const column = table.getChild(name)?.toArray();
  if (!(column instanceof Uint8Array)) throw new Error(`candle file without a column ${name}`);
  return column;
};

/** Reads the series of a file, or null when there is none that can be read: then it is fetched anew. */
export const readSeries = async (
  path: string,
  coin: string,
  timeframe: Timeframe,
  log: Log,
): Promise<CandleSeries | null> => {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (!bytes) return null;
  try {
    return decodeSeries(bytes, coin, timeframe);
  } catch (cause) {
    log.warn({ err: cause, path }, 'a candle file is damaged');
    return null;
  }
};

const decodeSeries = (bytes: Uint8Array, coin: string, timeframe: Timeframe): CandleSeries => {
  const table = tableFromIPC(bytes);
  return {
    coin,
    timeframe,
    timestamp: floats(table, 'timestamp'),
    open: floats(table, 'open'),
    high: floats(table, 'high'),
    low: floats(table, 'low'),
    close: floats(table, 'close'),
    volume: floats(table, 'volume'),
    filled: flags(table, 'filled'),
    synthetic: flags(table, 'synthetic'),
  };
};
