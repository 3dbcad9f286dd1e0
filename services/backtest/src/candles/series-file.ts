// Keeps a candle series as an Arrow file, uncompressed, so that Node and Python read it without copying.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Timeframe } from '@tradeium/contracts';
import { makeTable, type Table, tableFromIPC, tableToIPC } from 'apache-arrow';
import type { CandleSeries } from './series.ts';

/** Writes the series; a reader sees the old file or the new one, never half of it. */
export const writeSeries = async (path: string, series: CandleSeries): Promise<void> => {
  const { timestamp, open, high, low, close, volume, filled, synthetic } = series;
  const table = makeTable({ timestamp, open, high, low, close, volume, filled, synthetic });
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.part`;
  await writeFile(temporary, tableToIPC(table, 'file'));
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

/** Reads the series of a file, or null when there is none. */
export const readSeries = async (
  path: string,
  coin: string,
  timeframe: Timeframe,
): Promise<CandleSeries | null> => {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (!bytes) return null;
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
