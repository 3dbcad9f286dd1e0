// The candle files: one for each coin and interval of an exchange, memory-mapped while in use.
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Timeframe } from '@tradeium/contracts';
import { LRUCache } from 'lru-cache';
import { lock } from 'proper-lockfile';
import type { CandleSeries } from './series.ts';
import { encodeSeries, type FileVersion, readSeries, versionOf, writeSeries } from './series-file.ts';

/** Address space and disk cache, which the system reclaims when memory runs short. */
const MAPPED_BYTES_MAX = 1024 ** 3;
/** The version of a missing file. */
const NOTHING_BYTES = 100;
/** Six columns of numbers and two of flags. */
const BYTES_PER_CANDLE = 6 * 8 + 2;
export const FILE_ENDING = '.arrow';

/** A file's content. `series` is null when there is no file, or when it is unreadable (`damage`). */
export type Kept = {
  readonly version: FileVersion;
  readonly series: CandleSeries | null;
  readonly damage: Error | null;
};

export type CandleFiles = {
  read(coin: string, timeframe: Timeframe): Promise<Kept>;
  /**
   * Replaces the version that the series was made from; null when another process or machine was faster. `isFinal`: on all
   * machines or on none; otherwise what cannot be shared now is shared later, as far as others lack it.
   */
  write(
    series: CandleSeries,
    madeFrom: FileVersion,
    options?: { readonly isFinal?: boolean },
  ): Promise<Kept | null>;
  /** Runs the work while no other process that shares the directory changes this file; waits for its turn. */
  alone<T>(coin: string, timeframe: Timeframe, work: () => Promise<T>): Promise<T>;
  /** Coins that have a file at an interval, by name. */
  coinsAt(timeframe: Timeframe): Promise<string[]>;
  /** True if other machines may have changed the file since `share`. */
  isShareDue(coin: string, timeframe: Timeframe): boolean;
  /** Takes what other machines have, and gives them what only this one has. Only while `alone`. */
  share(coin: string, timeframe: Timeframe): Promise<void>;
};

/** The files of this machine. */
export type LocalCandleFiles = Pick<CandleFiles, 'read' | 'alone' | 'coinsAt'> & {
  /** Replaces the version that the series was made from; null when another process was faster. */
  write(series: CandleSeries, madeFrom: FileVersion): Promise<Kept | null>;
  pathOf(coin: string, timeframe: Timeframe): string;
  /** Writes a series that has been encoded. */
  put(series: CandleSeries, bytes: Uint8Array, madeFrom: FileVersion): Promise<Kept | null>;
};

/** The lock of a killed process is taken over after `stale`. */
const LOCK = {
  realpath: false,
  stale: 10_000,
  update: 2_000,
  retries: { forever: true, factor: 1.5, minTimeout: 50, maxTimeout: 500 },
  // A stalled process may have lost its lock: versions keep it from overwriting anything.
  onCompromised: () => undefined,
} as const;

const bytesOf = ({ series }: Kept): number =>
  series ? series.timestamp.length * BYTES_PER_CANDLE : NOTHING_BYTES;

/** Opens the files of one exchange below `directory`; other processes may change them at any time. */
export const openCandleFiles = (directory: string): LocalCandleFiles => {
  const mapped = new LRUCache<string, Kept>({ maxSize: MAPPED_BYTES_MAX, sizeCalculation: bytesOf });
  const pathOf = (coin: string, timeframe: Timeframe) => join(directory, timeframe, `${coin}${FILE_ENDING}`);
  const put: LocalCandleFiles['put'] = async (series, bytes, madeFrom) => {
    const version = await writeSeries(pathOf(series.coin, series.timeframe), bytes, madeFrom);
    return version === undefined ? null : { version, series, damage: null };
  };

  return {
    pathOf,
    put,
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
    write: (series, madeFrom) => put(series, encodeSeries(series), madeFrom),
    alone: async (coin, timeframe, work) => {
      const path = pathOf(coin, timeframe);
      await mkdir(dirname(path), { recursive: true });
      const release = await lock(path, LOCK);
      try {
        return await work();
      } finally {
        await release().catch(() => undefined);
      }
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
