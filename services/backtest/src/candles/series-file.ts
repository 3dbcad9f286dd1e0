// Stores a candle series as an uncompressed Arrow file, so that Node and Python can map it into memory.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { makeTable, type Table, tableFromIPC, tableToIPC } from 'apache-arrow';
import { isOpen } from './bars.ts';
import { openMapped } from './mapped-file.ts';
import type { CandleSeries } from './series.ts';

/** Identifies a file's content, as far as the disk can; null: there is no file. */
export type FileVersion = string | null;

const ignoringAbsence = (cause: NodeJS.ErrnoException): null => {
  if (cause.code === 'ENOENT') return null;
  throw cause;
};

/** The current version of the file at `path`. */
export const versionOf = async (path: string): Promise<FileVersion> => {
  const found = await stat(path, { bigint: true }).catch(ignoringAbsence);
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
};

/** The bytes of a series' file. */
export const encodeSeries = (series: CandleSeries): Uint8Array => {
  const { timestamp, open: opens, high, low, close, volume, filled, synthetic } = series;
  return tableToIPC(
    makeTable({ timestamp, open: opens, high, low, close, volume, filled, synthetic }),
    'file',
  );
};

/**
 * Writes the bytes of a series over the version that it was made from and returns the new one; a reader sees the old file
 * or the new, never half of it. Writes nothing and returns undefined when another process was faster.
 */
export const writeSeries = async (
  path: string,
  bytes: Uint8Array,
  madeFrom: FileVersion,
): Promise<FileVersion | undefined> => {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    if ((await versionOf(path)) !== madeFrom) return undefined;
    const version = await versionOf(temporary);
    await rename(temporary, path);
    return version;
  } finally {
    await rm(temporary, { force: true });
  }
};

/** Reads the series of a file, null when there is none; throws when it is unreadable or lacks a bar. */
export const readSeries = async (
  path: string,
  coin: string,
  timeframe: Timeframe,
): Promise<CandleSeries | null> => {
  const bytes = await openMapped(path).catch(ignoringAbsence);
  return bytes && decodeSeries(bytes, coin, timeframe);
};

/** The series of a file's bytes; throws when they are unreadable or lack a bar. */
export const decodeSeries = (bytes: Uint8Array, coin: string, timeframe: Timeframe): CandleSeries => {
  const table = tableFromIPC(bytes);
  const series = {
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
  assertOnAxis(series);
  return series;
};

/** Everything that reads a series relies on a bar at every interval, and on their order. */
const assertOnAxis = ({ timeframe, timestamp }: CandleSeries): void => {
  const firstMs = timestamp[0];
  if (firstMs === undefined) throw new Error('candle file without candles');
  if (!isOpen(timeframe, firstMs)) throw new Error(`no ${timeframe} bar opens at ${firstMs}`);
  for (let bar = 1; bar < timestamp.length; bar += 1) {
    const expectedMs = firstMs + bar * TIMEFRAME_MS[timeframe];
    if (timestamp[bar] !== expectedMs)
      throw new Error(`candle ${bar} opens at ${timestamp[bar]} instead of ${expectedMs}`);
  }
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
