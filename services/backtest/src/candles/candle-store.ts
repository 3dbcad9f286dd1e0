// The candles this service has: Arrow files by exchange, interval and coin, brought up to date when they are asked for.
import { join } from 'node:path';
import { type Refusal, refuse, type Timeframe } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import { LRUCache } from 'lru-cache';
import { countBars, firstOpenFrom, lastClosedOpen } from './bars.ts';
import type { CandleSource } from './exchange.ts';
import { type CandleSeries, concatSeries, seriesOf, sliceSeries } from './series.ts';
import { readSeries, writeSeries } from './series-file.ts';

/** No range starts earlier: 400 days of warm-up before the earliest start date. */
const EARLIEST_MS = Date.parse('2018-11-01T00:00:00Z');
/** A clock that is fast by less never takes an open bar for a closed one. */
const CLOSING_MARGIN_MS = 10_000;
const SERIES_IN_MEMORY_MAX = 64;

export type CandleStore = {
  /**
   * All closed candles of each coin, from its listing (or 2018-11) to now; what is missing is fetched first, and
   * `onProgress` is told the share (0..1) of it that has come. CANDLES_UNAVAILABLE when the exchange does not answer.
   */
  loadAll(
    coins: readonly string[],
    timeframe: Timeframe,
    onProgress?: (share: number) => void,
  ): Promise<CandleSeries[] | Refusal>;
};

/** Opens the store in `directory`; one coin and interval is fetched by one caller at a time. */
export const openCandleStore = (options: {
  source: CandleSource;
  directory: string;
  log: Log;
  now: () => number;
}): CandleStore => {
  const { source, directory, log, now } = options;
  const inMemory = new LRUCache<string, CandleSeries>({ max: SERIES_IN_MEMORY_MAX });
  const underWay = new Map<string, Promise<CandleSeries>>();

  const bringUpToDate = async (
    coin: string,
    timeframe: Timeframe,
    onProgress: (share: number) => void,
  ): Promise<CandleSeries> => {
    const key = `${timeframe}/${coin}`;
    const path = join(directory, source.name, timeframe, `${coin}.arrow`);
    const known = inMemory.get(key) ?? (await readSeries(path, coin, timeframe, log));
    const lastMs = lastClosedOpen(timeframe, now() - CLOSING_MARGIN_MS);
    const knownUntilMs = known?.timestamp.at(-1) ?? 0;
    if (known && knownUntilMs >= lastMs) {
      inMemory.set(key, known);
      return known;
    }
    // The last known candle is fetched again: it joins the two, and a correction of it counts.
    const fromMs = known ? knownUntilMs : firstOpenFrom(timeframe, EARLIEST_MS);
    const expected = countBars(timeframe, fromMs, lastMs + 1);
    const rows = await source.fetch(coin, timeframe, fromMs, lastMs, (candles) =>
      onProgress(Math.min(1, candles / expected)),
    );
    const fetched = seriesOf(coin, timeframe, rows, await source.syntheticSpans(coin));
    if (known && fetched.timestamp[0] !== knownUntilMs) {
      throw new Error(
        `${source.name} does not have the ${timeframe} candle of ${coin} at ${knownUntilMs} any more`,
      );
    }
    const series = known ? concatSeries(sliceSeries(known, 0, -1), fetched) : fetched;
    if (series.timestamp.length === 0)
      throw new Error(`${source.name} has no ${timeframe} candles of ${coin}`);
    await writeSeries(path, series);
    inMemory.set(key, series);
    return series;
  };

  const load = (
    coin: string,
    timeframe: Timeframe,
    onProgress: (share: number) => void,
  ): Promise<CandleSeries> => {
    const key = `${timeframe}/${coin}`;
    const running = underWay.get(key);
    if (running) return running;
    const work = bringUpToDate(coin, timeframe, onProgress).finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  };

  return {
    loadAll: async (coins, timeframe, onProgress = () => undefined) => {
      const shares = new Map<string, number>();
      const report = (coin: string) => (share: number) => {
        shares.set(coin, share);
        onProgress([...shares.values()].reduce((a, b) => a + b, 0) / coins.length);
      };
      try {
        return await Promise.all(coins.map((coin) => load(coin, timeframe, report(coin))));
      } catch (cause) {
        log.error({ err: cause, coins, timeframe }, 'candles could not be loaded');
        return refuse('CANDLES_UNAVAILABLE');
      }
    },
  };
};
