// The files that candles are kept in: one for each coin and interval of an exchange, the ones in use mapped into memory.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Timeframe } from '@tradeium/contracts';
import { LRUCache } from 'lru-cache';
import type { CandleSeries } from './series.ts';
import { type FileVersion, readSeries, versionOf, writeSeries } from './series-file.ts';

/** All coins at all intervals. */
const MAPPED_MAX = 150;
const FILE_ENDING = '.arrow';

/** What a file holds. `series` is null when there is none, or (`damage`) when it cannot be read. */
export type Kept = {
  readonly version: FileVersion;
  readonly series: CandleSeries | null;
  readonly damage: Error | null;
};

export type CandleFiles = {
  read(coin: string, timeframe: Timeframe): Promise<Kept>;
  /** Keeps the series in place of the version that it was made from; null when another process was faster. */
  write(series: CandleSeries, madeFrom: FileVersion): Promise<Kept | null>;
  /** Coins that have a file at an interval, by name. */
  coinsAt(timeframe: Timeframe): Promise<string[]>;
};

/** Opens the files of one exchange below `directory`; other processes may change them at any time. */
export const openCandleFiles = (directory: string): CandleFiles => {
  const mapped = new LRUCache<string, Kept>({ max: MAPPED_MAX });
  const pathOf = (coin: string, timeframe: Timeframe) => join(directory, timeframe, `${coin}${FILE_ENDING}`);

  return {
    read: async (coin, timeframe) => {
      const path = pathOf(coin, timeframe);
      const version = await versionOf(path);
      const known = mapped.get(path);
      if (known && known.version === version) return known;
      try {
        const kept = { version, series: await readSeries(path, coin, timeframe), damage: null };
        mapped.set(path, kept);
        return kept;
      } catch (cause) {
        return { version, series: null, damage: cause instanceof Error ? cause : new Error(String(cause)) };
      }
    },
    write: async (series, madeFrom) => {
      const path = pathOf(series.coin, series.timeframe);
      const version = await writeSeries(path, series, madeFrom);
      if (version === undefined) return null;
      return { version, series, damage: null };
    },
    coinsAt: async (timeframe) => {
      const names = await readdir(join(directory, timeframe)).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return [];
        throw cause;
      });
      const coins = names.filter((name) => name.endsWith(FILE_ENDING));
      return coins.map((name) => name.slice(0, -FILE_ENDING.length)).sort();
    },
  };
};
