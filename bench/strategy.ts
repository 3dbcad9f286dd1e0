// A Python strategy through the whole product, with all checks and files, compared with products that only simulate its targets.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunProgress } from '@tradeium/contracts';
import { openBlobs } from '@tradeium/service-kit';
import { registerUser } from '../e2e/api-client.ts';
import {
  momentumTargets,
  reference,
  referenceCandles,
  workload,
} from '../libs/portfolio/fixtures/oracle/workloads.ts';
import { connectOperator } from '../scripts/running-system.ts';
import { belowApi, type Execute, type FinishedRun } from './parts/below-api.ts';
import { type BenchRow, median, milliseconds, printRows, untargeted } from './parts/bench-row.ts';
import { curveOf, writeCurve } from './parts/reference-curve.ts';
import { referenceSettings } from './parts/reference-settings.ts';
import { runnerTimings } from './parts/runner-timings.ts';
import { startProduct } from './parts/started-product.ts';
import { type Contender, compare, faultOf, openPeers, type Peers } from './peers/comparison.ts';
import { writeWork } from './peers/work-files.ts';

const LIMIT_MS = 2_600;
const WARM_UP_RUNS = 3;
const LOOKBACK_HOURS = 720;
const FILES = 5;
/** The runner warms its next interpreter after a run, which must not slow the others. */
const SETTLE_MS = 2_000;

const SETTINGS = referenceSettings('1h');

/** The oracle's W2 on eleven coins' hourly candles, of which the API would take nine. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  const folder = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  const peers = openPeers(folder);
  const { urls, stop } = await startProduct(home);
  const nc = await connectOperator(urls);
  try {
    const blobs = openBlobs({ directory: join(home, 'blobs') });
    const execute = await belowApi(nc, blobs, await registerUser(urls));
    return await measure(execute, peers, folder, home);
  } finally {
    peers.stop();
    await nc.close();
    await stop();
    await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
};

const measure = async (execute: Execute, peers: Peers, folder: string, home: string): Promise<BenchRow[]> => {
  const path = new URL('../services/strategy-runner/fixtures/oracle_w2.py', import.meta.url);
  const source = await readFile(path, 'utf8');
  for (let run = 0; run < WARM_UP_RUNS; run += 1) assertRight(await execute(source, SETTINGS));
  const runs: FinishedRun[] = [];
  const [ours, ...theirs] = await compare(peers, {
    name: 'W2 as a Python strategy, with all honesty checks, statistics and files',
    ours: async () => {
      const finished = await execute(withLookback(source, LOOKBACK_HOURS + runs.length + 1), SETTINGS);
      runs.push(finished);
      await delay(SETTLE_MS);
      return finished.totalMs;
    },
    limitMs: LIMIT_MS,
    contenders: await contenders(folder),
  });
  return [ours as BenchRow, ...(await parts(runs, home)), ...theirs];
};

/** A different result each time, because files with known bytes are not written again. */
const withLookback = (source: string, hours: number): string => {
  const changed = source.replace(`LOOKBACK = ${LOOKBACK_HOURS}\n`, `LOOKBACK = ${hours}\n`);
  if (changed === source) throw new Error('the strategy has no lookback to change');
  return changed;
};

const assertRight = ({ finalValue, files }: FinishedRun): void => {
  const fault = faultOf([finalValue, files.length], [reference.W2.prorata.final, FILES]);
  if (fault) throw new Error(`the run is wrong: ${fault}`);
};

/** Where the time went: medians of the runs, which need not add up. */
const parts = async (runs: readonly FinishedRun[], home: string): Promise<BenchRow[]> => {
  const inRunner = await runnerTimings(home);
  const at = ({ steps }: FinishedRun, step: RunProgress['step']) => steps.get(step) ?? Number.NaN;
  const between = (from: RunProgress['step'], to: RunProgress['step']) => (run: FinishedRun) =>
    at(run, to) - at(run, from);
  const row = (name: string, msOf: (run: FinishedRun) => number): BenchRow =>
    untargeted(`  ${name}`, milliseconds(median(runs.map(msOf))));
  return [
    row('of which starting it, credits and candles', (run) => at(run, 'running_strategy')),
    row('the strategy, with its hand-over', ({ runId }) => inRunner.get(runId)?.strategy ?? Number.NaN),
    row(
      'causality: the strategy again, without the future',
      ({ runId }) => inRunner.get(runId)?.causality ?? Number.NaN,
    ),
    row('all of the runner, and to it and back', between('running_strategy', 'simulating')),
    row('simulation and statistics', between('simulating', 'writing_results')),
    row('files', between('writing_results', 'charging_credits')),
    row('charging, and writing the end down', (run) => run.totalMs - at(run, 'charging_credits')),
  ];
};

/** Peers in new processes that read arrays and simulate given targets, no more; and a report alone, warm. */
const contenders = async (folder: string): Promise<Contender[]> => {
  const candles = referenceCandles();
  const targets = momentumTargets(candles, LOOKBACK_HOURS, 24);
  await writeWork(folder, 'W2', candles, [targets]);
  const sharpe = await writeCurve(folder, 'curve', curveOf(candles, workload(candles, targets)));
  const { clip, gross } = reference.W2;
  const fresh = { work: 'W2', isFresh: true, factor: 1 } as const;
  const vectorbt = { ...fresh, product: 'vectorbt', figures: [clip.final] } as const;
  return [
    { ...vectorbt, call: 'rust-kernel', label: 'Rust kernel alone, new process' },
    { ...vectorbt, call: 'rust-public', label: 'from_orders (Rust), new process' },
    { ...fresh, product: 'bt', call: 'public', label: 'Backtest, new process', figures: [gross.final] },
    {
      product: 'quantstats',
      work: 'curve',
      call: 'report',
      label: 'HTML report of its curve, warm',
      figures: [sharpe],
      factor: 1,
    },
  ];
};

if (import.meta.main) printRows(await run());
