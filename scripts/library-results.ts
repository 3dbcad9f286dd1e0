// Computes the results that the strategy library shows: its examples in the real sandbox, on the repository's real candles.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DATE_MAX, findingText, isRefusal, TIMEFRAME_MS } from '@tradeium/contracts';
import { startExchange } from '@tradeium/paper-exchange';
import { dailyCurves, type Statistics } from '@tradeium/portfolio';
import { openLog } from '@tradeium/service-kit';
import { runStrategyFile } from '@tradeium/testing';
import { openCandleStore } from '../services/backtest/src/candles/candle-store.ts';
import { openCandleSource } from '../services/backtest/src/candles/exchange.ts';
import { encodePanel, type Panel, panelOf } from '../services/backtest/src/candles/panel.ts';
import { findingsOf } from '../services/backtest/src/results/findings.ts';
import type { RunResult } from '../services/backtest/src/results/run-result.ts';
import { simulateRun } from '../services/backtest/src/results/simulate-run.ts';
import { decodeWeights } from '../services/backtest/src/results/weights-file.ts';
import type { StrategyAnswer } from '../services/backtest/src/workflows/run-backtest-contract.ts';

const LIBRARY = 'web/src/features/strategy-editor/library';
export const EXAMPLES = join(LIBRARY, 'examples');
export const LIBRARY_RESULTS = join(LIBRARY, 'results.json');

/**
 * Coins that have candles for the whole range and its warm-up; the figures say nothing of coins that disappeared. The
 * range ends where that of a user's backtest may end, so that the same settings give the same figures.
 */
const SETTINGS = {
  portfolio: ['USDT', 'BTC', 'ETH', 'BNB', 'XRP', 'ADA', 'LTC', 'LINK', 'TRX', 'XLM'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2021-01-01',
  end_date: DATE_MAX,
} as const;
/** After the last of the repository's candles. */
const NOW_MS = Date.parse('2026-01-01T12:00:00Z');
const DAY_MS = 86_400_000;
const CURVE_POINTS = 120;

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(6));

const figuresOf = (
  figures: Pick<Statistics, 'total_return' | 'cagr' | 'volatility' | 'sharpe_ratio' | 'max_drawdown'>,
) => ({
  total_return: rounded(figures.total_return),
  cagr: rounded(figures.cagr),
  volatility: rounded(figures.volatility),
  sharpe_ratio: rounded(figures.sharpe_ratio),
  max_drawdown: rounded(figures.max_drawdown),
});

/** Values at even distances, the first and the last among them, as multiples of the starting capital. */
const thinned = (values: readonly number[], startingCapital: number): number[] => {
  const last = values.length - 1;
  return Array.from({ length: CURVE_POINTS }, (_, point) =>
    Number(
      ((values[Math.round((point * last) / (CURVE_POINTS - 1))] as number) / startingCapital).toPrecision(4),
    ),
  );
};

const loadCandles = async (directory: string): Promise<Panel> => {
  const exchange = await startExchange({ port: 0, now: () => NOW_MS });
  try {
    const log = openLog('library', 'silent');
    const source = openCandleSource({ id: 'binance', url: exchange.url, pauseMs: 1, log });
    const store = openCandleStore({ source, directory, log, now: () => NOW_MS });
    const series = await store.loadAll(SETTINGS.portfolio.slice(1), SETTINGS.timeframe);
    if (isRefusal(series)) throw new Error(series.refused);
    const untilMs = Date.parse(SETTINGS.end_date) + DAY_MS;
    return panelOf(series, Date.parse(SETTINGS.start_date), untilMs);
  } finally {
    await exchange.close();
  }
};

const compute = async (directory: string, panel: Panel, filename: string): Promise<RunResult> => {
  const weights = join(directory, 'weights.arrow');
  const files = { strategy: resolve(EXAMPLES, filename), candles: join(directory, 'candles.arrow'), weights };
  const strategy = (await runStrategyFile(files)) as StrategyAnswer;
  if (!strategy.ok) throw new Error(`${filename} fails: ${JSON.stringify(strategy)}`);
  const result = simulateRun(panel, decodeWeights(await readFile(weights), panel), SETTINGS);
  const tested = { causality: strategy.causality, barMs: TIMEFRAME_MS[SETTINGS.timeframe] };
  const findings = findingsOf({ panel, result, tested, endDate: SETTINGS.end_date });
  const critical = findings.find(({ severity }) => severity === 'critical');
  if (critical) throw new Error(`${filename}: ${findingText(critical)}`);
  return result;
};

const entryOf = async (filename: string, result: RunResult) => {
  const { statistics, simulation, startingCapital } = result;
  return {
    id: filename.replace(/\.py$/, ''),
    code_sha256: createHash('sha256')
      .update(await readFile(join(EXAMPLES, filename)))
      .digest('hex'),
    ...figuresOf(statistics),
    turnover_per_year: rounded(statistics.turnover_per_year),
    curve: thinned(dailyCurves({ ...result, value: simulation.value }).portfolio, startingCapital),
  };
};

/** Compared with the same capital held in BTC and in equal parts of all coins, which is the same for every example. */
const benchmarksOf = ({ statistics, startingCapital, ...result }: RunResult) => {
  const { btc, basket } = dailyCurves({ ...result, startingCapital, value: result.simulation.value });
  if (!statistics.benchmark || !statistics.basket || !btc || !basket) throw new Error('no benchmark');
  return [
    { name: 'Hold BTC', ...figuresOf(statistics.benchmark), curve: thinned(btc, startingCapital) },
    {
      name: 'Hold all coins equally',
      ...figuresOf(statistics.basket),
      curve: thinned(basket, startingCapital),
    },
  ];
};

/** The results of these examples (names of files), or of all. */
export const libraryResults = async (filenames?: readonly string[]) => {
  const directory = await mkdtemp(join(tmpdir(), 'library-'));
  try {
    const panel = await loadCandles(directory);
    await writeFile(join(directory, 'candles.arrow'), encodePanel(panel));
    const all = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.py')).sort();
    const examples: Awaited<ReturnType<typeof entryOf>>[] = [];
    let benchmarks: ReturnType<typeof benchmarksOf> = [];
    for (const filename of filenames ?? all) {
      const computed = await compute(directory, panel, filename);
      examples.push(await entryOf(filename, computed));
      benchmarks = benchmarksOf(computed);
    }
    return { settings: SETTINGS, benchmarks, examples };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const computed_on = new Date().toISOString().slice(0, 10);
  const results = { computed_on, ...(await libraryResults()) };
  writeFile(LIBRARY_RESULTS, `${JSON.stringify(results)}\n`);
}
