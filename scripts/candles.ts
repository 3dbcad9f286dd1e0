// An operator's command line for candles: import them from files, fetch them, look whether they are right.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COINS, TIMEFRAME_DEFAULT, TIMEFRAMES, type Timeframe, unknownCoin } from '@tradeium/contracts';
import { blobAccess, type Log, openSharedFiles } from '@tradeium/service-kit';
import { type CandleStore, openCandleStore } from '../services/backtest/src/candles/candle-store.ts';
import { openCandleSource } from '../services/backtest/src/candles/exchange.ts';
import { importCandles, readImports } from '../services/backtest/src/candles/import.ts';
import type { CandleSeries } from '../services/backtest/src/candles/series.ts';
import { isFine, repairFile, verifyCandles } from '../services/backtest/src/candles/verify.ts';
import { commonText, openProgressLine, reportLines, secondsText, seriesText } from './candle-lines.ts';
import { runCommand, UsageError } from './command-line.ts';
import { readRunFile, systemHome } from './running-system.ts';

const USAGE = `npm run candles -- sync [COIN…] [--interval 1h,24h]   fetch what is missing (all coins, intervals in use)
npm run candles -- import FILE… [--interval 1h]       take candles from CSV files (BTC-1h.csv, BTCUSDT-1d-2024-01.csv)
npm run candles -- verify [--repair]                  look whether all that is kept is right
Intervals: ${TIMEFRAMES.join(', ')}. Coins: ${COINS.join(', ')}.
The exchange and the folder are those of the system that runs in TRADEIUM_HOME (.tradeium), or EXCHANGE_ID,
EXCHANGE_URL and CANDLES_DIRECTORY; the bucket that machines share is that of BLOBS_S3_BUCKET (as in docs/operations.md).`;

const progress = openProgressLine(process.stdout);
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_, message) => progress.line(`! ${message}`),
  error: (_, message) => progress.line(`! ${message}`),
};

const openStore = (): CandleStore => {
  const { EXCHANGE_ID: id, EXCHANGE_URL: url, CANDLES_DIRECTORY: directory } = process.env;
  const running = id || url ? null : readRunFile();
  if (!id && !url && !running)
    throw new UsageError(`No system runs in ${systemHome()}: start it, or set EXCHANGE_ID or EXCHANGE_URL.`);
  if (running && !running.exchange_test_keys)
    throw new UsageError(
      'The system was started with another exchange: set its EXCHANGE_ID and EXCHANGE_URL.',
    );
  if (url && !URL.canParse(url)) throw new UsageError(`EXCHANGE_URL is no URL: ${url}`);
  const pauseMs = Number(process.env.EXCHANGE_PAUSE_MS) || 0;
  const source = openCandleSource({ id: id || 'binance', url: url || running?.exchange || '', pauseMs, log });
  return openCandleStore({
    source,
    directory: directory || join(systemHome(), 'candles'),
    shared: openSharedFiles(blobAccess()),
    log,
    now: Date.now,
  });
};

const isTimeframe = (text: string): text is Timeframe => TIMEFRAMES.some((timeframe) => timeframe === text);

const intervalsOf = async (store: CandleStore, option: string | undefined): Promise<Timeframe[]> => {
  if (option === undefined) {
    const inUse = await store.intervalsInUse();
    return inUse.length > 0 ? inUse : [TIMEFRAME_DEFAULT];
  }
  const intervals = option.split(',');
  const unknown = intervals.find((interval) => !isTimeframe(interval));
  if (unknown !== undefined) throw new UsageError(`Unknown interval: ${unknown || '(none)'}`);
  return intervals.filter(isTimeframe);
};

const sync = async (coins: readonly string[], interval: string | undefined): Promise<boolean> => {
  const unknown = unknownCoin(coins) ?? coins.find((coin) => coin === 'USDT');
  if (unknown !== undefined) throw new UsageError(`Unknown coin: ${unknown}`);
  const store = openStore();
  let allCame = true;
  for (const timeframe of await intervalsOf(store, interval)) {
    for (const coin of coins.length > 0 ? coins : COINS) {
      const task = `${timeframe.padEnd(6)} ${coin.padEnd(4)}`;
      const startedMs = Date.now();
      try {
        const series = await store.load(coin, timeframe, (...state) => progress.show(task, ...state));
        progress.line(`${task}  ${seriesText(series)}  (${secondsText(startedMs)})`);
      } catch (cause) {
        allCame = false;
        progress.line(`${task}  FAILED: ${cause instanceof Error ? cause.message : cause}`);
      }
    }
  }
  return allCame;
};

const importFiles = async (paths: readonly string[], interval: string | undefined): Promise<boolean> => {
  if (paths.length === 0) throw new UsageError('Which files?');
  const store = openStore();
  for (const one of await readImports(store, paths, interval)) {
    const series = await importCandles(store, one);
    const came = one.rows.length.toLocaleString('en-US');
    progress.line(
      `${one.timeframe.padEnd(6)} ${one.coin.padEnd(4)}  ${came} imported; now ${seriesText(series)}`,
    );
  }
  return true;
};

const verify = async (repair: boolean): Promise<boolean> => {
  const store = openStore();
  let reports = await verifyCandles(store);
  let allAsked = true;
  if (repair) {
    for (const report of reports.filter((one) => !isFine(one) || one.filled > 0 || one.timeframe === '1h')) {
      const task = `${report.timeframe.padEnd(6)} ${report.coin.padEnd(4)}`;
      progress.show(`${task}  repairing`, 0, report.candles);
      await repairFile(store, report, reports).catch((cause: Error) => {
        allAsked = false;
        progress.line(`${task}  FAILED: ${cause.message}`);
      });
    }
    reports = await verifyCandles(store);
  }
  if (reports.length === 0) progress.line('No candles are kept yet.');
  else reportLines(reports).forEach(progress.line);
  for (const timeframe of await store.intervalsInUse()) {
    const kept = await Promise.all(
      (await store.coinsAt(timeframe)).map((coin) => store.read(coin, timeframe)),
    );
    const series = kept.map((one) => one.series).filter((one): one is CandleSeries => one !== null);
    if (series.length > 0) progress.line(commonText(timeframe, series));
  }
  return allAsked && reports.every(isFine);
};

const run = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { interval: { type: 'string' }, repair: { type: 'boolean', default: false } },
  });
  const [command, ...rest] = positionals;
  if (command === 'sync' && !values.repair) return sync(rest, values.interval);
  if (command === 'import' && !values.repair) return importFiles(rest, values.interval);
  if (command === 'verify' && rest.length === 0 && !values.interval) return verify(values.repair);
  throw new UsageError('');
};

await runCommand(USAGE, run);
