// How fast the strategy runner hands over a run, starts cold and answers a study, and whether its memory bound holds.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBubblewrap, strategyEnvironment } from '@tradeium/embedded';
import { dailyCandles, reference, referenceCandles } from '../libs/portfolio/fixtures/oracle/workloads.ts';
import { columnOf, encodePanel, PRICE_FIELDS } from '../services/backtest/src/candles/panel.ts';
import { type BenchRow, median, milliseconds, printRows, quantile, untargeted } from './parts/bench-row.ts';
import { referenceSettings } from './parts/reference-settings.ts';

const HAND_OVER_LIMIT_MS = 20;
const COLD_START_LIMIT_MS = 1_500;
const POINT_FACTOR_MAX = 1.2;
const TIMEOUT_MS = 5 * 60_000;
const RUNNER = fileURLToPath(new URL('../services/strategy-runner', import.meta.url));
const SCRIPT = fileURLToPath(new URL('runner.py', import.meta.url));

type Measured = {
  hand_over_ms: number[];
  /** A parent and its first interpreter, and the next one of the same parent. */
  cold_start_ms: number[];
  fork_ms: number[];
  /** A year of daily candles with all tests for look-ahead, and of that the tests. */
  year_ms: number[];
  year_tests_ms: number[];
  /** `own_ms`: what the strategy itself takes in the sandbox at one point on average. */
  points: { count: number; own_ms: number; total_ms: number };
  /** In bytes; `peak` is null where the system does not report it, `kind` how the run failed. */
  memory: { limit: number; peak: number | null; kind: string };
};

export const run = async (): Promise<BenchRow[]> => {
  const tell = (line: string) => console.log(`  ${line}`);
  const python = await strategyEnvironment(tell);
  await ensureBubblewrap(tell);
  const folder = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  try {
    const candles = join(folder, 'candles.arrow');
    await writeFile(candles, dailyPanel());
    const settings = referenceSettings('24h');
    const { stdout } = await promisify(execFile)(python, [SCRIPT, candles, JSON.stringify(settings)], {
      cwd: RUNNER,
      env: { ...process.env, PYTHONPATH: RUNNER },
      timeout: TIMEOUT_MS,
      maxBuffer: 1 << 20,
    });
    return rowsOf(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const rowsOf = ({
  hand_over_ms: handOvers,
  cold_start_ms: coldStarts,
  fork_ms: forks,
  year_ms: years,
  year_tests_ms: yearTests,
  points,
  memory,
}: Measured): BenchRow[] => {
  const handOver = quantile(handOvers, 0.95);
  const coldStart = median(coldStarts);
  const pointMs = points.total_ms / points.count;
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`;
  const { limit, peak, kind } = memory;
  return [
    {
      name: `Hand-over to a warm interpreter (p95 of ${handOvers.length})`,
      value: milliseconds(handOver),
      target: `< ${HAND_OVER_LIMIT_MS} ms`,
      met: handOver < HAND_OVER_LIMIT_MS,
    },
    untargeted('  the same, median', milliseconds(median(handOvers))),
    {
      name: 'Cold start of a sandbox, libraries imported',
      value: milliseconds(coldStart),
      target: `< ${milliseconds(COLD_START_LIMIT_MS)}`,
      met: coldStart < COLD_START_LIMIT_MS,
    },
    untargeted('  another interpreter from the same parent', milliseconds(median(forks))),
    untargeted(
      `A year of daily candles, ${reference.coins.length} coins, with all tests for look-ahead (p50)`,
      milliseconds(median(years)),
    ),
    untargeted('  of that the tests', milliseconds(median(yearTests))),
    untargeted(
      `A point of a study (moving averages, daily, ${points.count} in a batch)`,
      milliseconds(pointMs),
    ),
    untargeted('  of that the strategy itself', milliseconds(points.own_ms)),
    {
      name: '  compared with the strategy itself',
      value: `${(pointMs / points.own_ms).toFixed(2)} ×`,
      target: `≤ ${POINT_FACTOR_MAX} ×`,
      met: pointMs <= POINT_FACTOR_MAX * points.own_ms,
    },
    {
      name: 'Peak memory of a strategy that takes all it can',
      value: peak === null ? 'not reported by this system' : mebibytes(peak),
      target: `≤ ${mebibytes(limit)}, and fails with memory (${kind})`,
      met: kind === 'memory' && (peak === null || peak <= limit),
    },
  ];
};

/** The reference's daily candles as the backtest service hands them over. */
const dailyPanel = (): Uint8Array => {
  const candles = dailyCandles(referenceCandles());
  const { bars, coins, openTimes } = candles;
  const volume = new Float64Array(bars * coins);
  const column = (field: (typeof PRICE_FIELDS)[number], coin: number) =>
    (field === 'volume' ? volume : candles[field]).filter((_, cell) => cell % coins === coin);
  return encodePanel({
    timeframe: '24h',
    coins: reference.coins,
    timestamps: openTimes,
    firstBar: 0,
    columns: new Map(
      reference.coins.flatMap((coin, at) =>
        PRICE_FIELDS.map((field) => [columnOf(coin, field), column(field, at)] as const),
      ),
    ),
    filled: new Map(reference.coins.map((coin) => [coin, new Uint8Array(bars)])),
    filledCandles: 0,
    syntheticCandles: 0,
    syntheticWarmUp: [],
  });
};

if (import.meta.main) printRows(await run());
