// The service's candles, brought up to date from the exchange on demand.
import { join } from 'node:path';
import { isRefusal, type Refusal, refuse, TIMEFRAMES, type Timeframe } from '@tradeium/contracts';
import type { Log, SharedFiles } from '@tradeium/service-kit';
import { askAgain, bringUpToDate, type OnProgress } from './bring-up-to-date.ts';
import { type CandleFiles, type Kept, openCandleFiles } from './candle-files.ts';
import { openClosedBars } from './closed-bars.ts';
import type { CandleSource } from './exchange.ts';
import {
  assertOutagesShort,
  type BarSpan,
  type CandleSeries,
  continuedTo,
  MissingCandles,
} from './series.ts';
import { keepCandleFiles, shareCandleFiles } from './shared-candles.ts';

/** A stalled process that lost its lock starts over from what another has written. */
const ATTEMPTS_MAX = 3;
/** An exchange with nothing new, in an outage or after a delisting, is left alone for a while. */
const QUIET_MS = 60_000;

export type CandleStore = {
  /**
   * All closed candles of each coin, from its listing (or 2018-11) to now; missing ones are fetched first, and
   * `onProgress` gets the share (0..1) that has arrived. CANDLES_UNAVAILABLE when the exchange does not answer.
   */
  loadAll(
    coins: readonly string[],
    timeframe: Timeframe,
    onProgress?: (share: number) => void,
  ): Promise<CandleSeries[] | Refusal>;
  /**
   * The same for what is decided now: a coin whose market the exchange has closed goes on at its last close, so that the
   * others have their newest bars; once it is open again, its last close fills the time until then.
   */
  loadCurrent: CandleStore['loadAll'];
  /** The same for one coin; throws with the reason when it is unavailable. */
  load(coin: string, timeframe: Timeframe, onProgress?: OnProgress): Promise<CandleSeries>;
  /**
   * Stores what `make` returns for the stored series, for all machines or not at all; calls `make` again when that has changed
   * meanwhile.
   */
  change(
    coin: string,
    timeframe: Timeframe,
    make: (kept: Kept) => Promise<CandleSeries>,
  ): Promise<CandleSeries>;
  /** The series with what the exchange now has in these spans. */
  askAgain(series: CandleSeries, spans: readonly BarSpan[]): Promise<CandleSeries>;
  /** The stored series as it is. */
  read: CandleFiles['read'];
  /** Coins that have a file at an interval, by name. */
  coinsAt: CandleFiles['coinsAt'];
  /** Intervals at which any coin has a file. */
  intervalsInUse(): Promise<Timeframe[]>;
  /** Opening time (ms, UTC) of the newest bar that has closed for certain. */
  lastClosed(timeframe: Timeframe): number;
};

type Options = {
  source: CandleSource;
  directory: string;
  /** Where machines share what they have fetched; without it each fetches all. */
  shared?: SharedFiles | null;
  log: Log;
  now: () => number;
};
type Fetching = { work: Promise<CandleSeries>; listeners: Set<OnProgress> };

/** Opens the store in `directory`; simultaneous requests for one coin and interval share one fetch. */
export const openCandleStore = (options: Options): CandleStore => {
  const { source, log, now } = options;
  const local = openCandleFiles(join(options.directory, source.name));
  const files = options.shared
    ? shareCandleFiles(local, options.shared, source.name, log)
    : keepCandleFiles(local);
  const underWay = new Map<string, Fetching>();
  const quietUntilMs = new Map<string, number>();
  const closedBars = openClosedBars({ source, now, log });

  /** The stored series, if nothing can have been added since. */
  const stored = async (coin: string, timeframe: Timeframe, lastMs: number): Promise<CandleSeries | null> => {
    const { series, damage } = await files.read(coin, timeframe);
    if (damage) log.warn({ err: damage, coin, timeframe }, 'a candle file is damaged');
    const isQuiet = (quietUntilMs.get(`${timeframe}/${coin}`) ?? 0) > now();
    return series && (isQuiet || (series.timestamp.at(-1) ?? 0) >= lastMs) ? series : null;
  };

  const share = sharedIfPossible(files, log);

  /** One process at a time fetches; the others then find the result. */
  const bring = async (coin: string, timeframe: Timeframe, report: OnProgress): Promise<CandleSeries> => {
    const lastMs = await closedBars.newest(timeframe);
    const known = await stored(coin, timeframe, lastMs);
    if (known && !files.isShareDue(coin, timeframe)) return known;
    return persistently(files, coin, timeframe, async () => {
      await share(coin, timeframe);
      const fetched = await stored(coin, timeframe, lastMs);
      if (fetched) return fetched;
      const kept = await files.read(coin, timeframe);
      const series = await bringUpToDate({ source, files, log }, kept, { coin, timeframe, lastMs }, report);
      if (series && (series.timestamp.at(-1) ?? 0) < lastMs)
        quietUntilMs.set(`${timeframe}/${coin}`, now() + QUIET_MS);
      return series;
    });
  };

  const load = (coin: string, timeframe: Timeframe, onProgress?: OnProgress): Promise<CandleSeries> => {
    const key = `${timeframe}/${coin}`;
    const running = underWay.get(key);
    if (running) {
      if (onProgress) running.listeners.add(onProgress);
      return running.work;
    }
    const listeners = new Set(onProgress ? [onProgress] : []);
    const report: OnProgress = (...progress) => {
      for (const listener of listeners) listener(...progress);
    };
    const work = bring(coin, timeframe, report).finally(() => underWay.delete(key));
    underWay.set(key, { work, listeners });
    return work;
  };

  const loadAll = togetherWith(load, log);
  const loadCurrent = togetherWith((...asked) => load(...asked).catch(seriesWithHole), log);

  return {
    load,
    loadAll,
    loadCurrent: async (coins, timeframe, onProgress) => {
      const loaded = await loadCurrent(coins, timeframe, onProgress);
      if (isRefusal(loaded)) return loaded;
      const lastMs = await closedBars.newest(timeframe);
      return Promise.all(loaded.map((series) => continuedIfClosed(source, series, lastMs)));
    },
    change: changeOf(files),
    askAgain: (series, spans) => askAgain({ source, log }, series, spans),
    read: async (coin, timeframe) => {
      if (files.isShareDue(coin, timeframe)) await files.alone(coin, timeframe, () => share(coin, timeframe));
      return files.read(coin, timeframe);
    },
    coinsAt: files.coinsAt,
    intervalsInUse: async () => {
      const coins = await Promise.all(TIMEFRAMES.map(files.coinsAt));
      return TIMEFRAMES.filter((_, index) => coins[index]?.length);
    },
    lastClosed: closedBars.certain,
  };
};

/** Shares a file, only while alone with it. Without the other machines this one goes on by itself. */
const sharedIfPossible =
  (files: CandleFiles, log: Log): CandleFiles['share'] =>
  (coin, timeframe) =>
    files
      .share(coin, timeframe)
      .catch((err: unknown) => log.warn({ err, coin, timeframe }, 'candles are not shared now'));

const changeOf =
  (files: CandleFiles): CandleStore['change'] =>
  (coin, timeframe, make) =>
    persistently(files, coin, timeframe, async () => {
      await files.share(coin, timeframe);
      const kept = await files.read(coin, timeframe);
      const series = await make(kept);
      if (series === kept.series) return series;
      assertOutagesShort(series);
      return (await files.write(series, kept.version, { isFinal: true }))?.series ?? null;
    });

/** Loads several coins by loading each. */
const togetherWith =
  (load: CandleStore['load'], log: Log): CandleStore['loadAll'] =>
  async (coins, timeframe, onProgress = () => undefined) => {
    const report = sharedProgress(coins.length, onProgress);
    try {
      return await Promise.all(coins.map((coin) => load(coin, timeframe, report(coin))));
    } catch (cause) {
      log.error({ err: cause, coins, timeframe }, 'candles could not be loaded');
      return refuse('CANDLES_UNAVAILABLE');
    }
  };

/** A market that was closed for more than a day leaves a hole, which must not hold up what is decided now. */
const seriesWithHole = (cause: unknown): CandleSeries => {
  if (cause instanceof MissingCandles) return cause.series;
  throw cause;
};

/** The series as it goes on for what is decided now. */
const continuedIfClosed = async (
  source: CandleSource,
  series: CandleSeries,
  lastMs: number,
): Promise<CandleSeries> => {
  if ((series.timestamp.at(-1) ?? 0) >= lastMs) return series;
  // An exchange that does not say so may publish the bar late.
  const isTraded = await source.isTraded(series.coin).catch(() => true);
  return isTraded ? series : continuedTo(series, lastMs);
};

/** The progress of all coins as one share. */
const sharedProgress = (count: number, onProgress: (share: number) => void) => {
  const shares = new Map<string, number>();
  return (coin: string) => (share: number) => {
    shares.set(coin, share);
    onProgress([...shares.values()].reduce((a, b) => a + b, 0) / count);
  };
};

/** Works on a file exclusively; starts over when another process changed it nevertheless. */
const persistently = (
  files: CandleFiles,
  coin: string,
  timeframe: Timeframe,
  attempt: () => Promise<CandleSeries | null>,
): Promise<CandleSeries> =>
  files.alone(coin, timeframe, async () => {
    for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
      const series = await attempt();
      if (series) return series;
    }
    throw new Error(`the ${timeframe} candles of ${coin} keep being changed by another process`);
  });
