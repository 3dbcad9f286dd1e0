// The speed of the engine and its statistics on real candles, compared with other products on the same work in the same run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeStatistics, type SimulationInput, type StatisticsInput, simulate } from '@tradeium/portfolio';
import {
  crossoverTargets,
  dailyCandles,
  equalWeightTargets,
  firstCoin,
  momentumTargets,
  reference,
  referenceCandles,
  workload,
} from '../libs/portfolio/fixtures/oracle/workloads.ts';
import { type BenchRow, printRows, warmTurn } from './parts/bench-row.ts';
import { curveOf, writeCurve } from './parts/reference-curve.ts';
import { openSimulatingThreads, type SimulatingThreads } from './parts/simulating-threads.ts';
import { type Comparison, type Contender, compare, faultOf, openPeers } from './peers/comparison.ts';
import { writeWork } from './peers/work-files.ts';

const W1_LIMIT_MS = 5;
const STATISTICS_LIMIT_MS = 50;
/** The required speed-up over a bare kernel. */
const KERNEL_FACTOR = 5;
/** For runs that share the processors; a kernel uses one. */
const ALL_PROCESSORS_FACTOR = 10;
const ONE_COIN_FACTOR = 2;

const VECTORBT = { product: 'vectorbt', call: 'rust-public', label: 'from_orders (Rust)' } as const;
const RAPTORBT = { product: 'raptorbt', call: 'public', label: 'run_single_backtest' } as const;
const BT = { product: 'bt', call: 'public', label: 'Backtest' } as const;

/** Arrays are in memory before the clock starts, theirs as ours; every figure is the median of five warm runs. */
export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  const peers = openPeers(folder);
  const threads = await openSimulatingThreads();
  try {
    const rows: BenchRow[] = [];
    for (const comparison of await comparisons(folder, threads))
      rows.push(...(await compare(peers, comparison)));
    return rows;
  } finally {
    peers.stop();
    await threads.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const comparisons = async (folder: string, threads: SimulatingThreads): Promise<Comparison[]> => {
  const hourly = referenceCandles();
  const daily = dailyCandles(hourly);
  const bitcoin = firstCoin(hourly);
  const { W0, W1, W3 } = reference;
  const crossover = crossoverTargets(bitcoin);
  const rebalanced = equalWeightTargets(hourly, 24);
  const momentum = W3.lookbacks.map((days) => momentumTargets(daily, days, 1));
  await writeWork(folder, 'W0', bitcoin, [crossover]);
  await writeWork(folder, 'W1', hourly, [rebalanced]);
  await writeWork(folder, 'W3', daily, momentum);

  const one = workload(bitcoin, crossover);
  const many = workload(hourly, rebalanced);
  const runs = momentum.map((targets) => workload(daily, targets));
  assertRight([one], [W0.prorata.final]);
  assertRight([many], [W1.prorata.final]);
  assertRight(runs, W3.prorata);
  assertFinals(await threads.simulateAll(), W3.prorata);
  return [
    {
      name: 'W1: 50,568 hourly bars × 11 coins',
      ours: warmTurn(() => simulate(many)),
      limitMs: W1_LIMIT_MS,
      contenders: [
        ...vectorbtKernels('W1', [W1.clip.final], KERNEL_FACTOR),
        { ...VECTORBT, work: 'W1', figures: [W1.clip.final] },
        { ...BT, work: 'W1', figures: [W1.gross.final] },
      ],
    },
    {
      name: 'W0: 50,568 hourly bars of one coin, 684 trades',
      ours: warmTurn(() => simulate(one)),
      contenders: [
        { ...RAPTORBT, work: 'W0', figures: [W0.prorata.final], factor: ONE_COIN_FACTOR },
        ...vectorbtKernels('W0', [W0.clip.final], ONE_COIN_FACTOR),
        { ...BT, work: 'W0', figures: [W0.gross.final] },
      ],
    },
    {
      name: 'W3: 100 runs of 2,107 daily bars × 11 coins',
      ours: warmTurn(() => runs.map((input) => simulate(input))),
      contenders: vectorbtKernels('W3', W3.clip, KERNEL_FACTOR),
    },
    {
      name: `W3 on ${threads.count} processors`,
      ours: warmTurn(threads.simulateAll),
      contenders: vectorbtKernels('W3', W3.clip, ALL_PROCESSORS_FACTOR),
    },
    await statistics(folder, curveOf(hourly, many)),
  ];
};

const vectorbtKernels = (work: string, figures: readonly number[], factor: number): Contender[] => {
  const kernel = { product: 'vectorbt', work, figures, factor } as const;
  return [
    { ...kernel, call: 'rust-kernel', label: 'Rust kernel alone' },
    { ...kernel, call: 'numba-kernel', label: 'numba kernel alone' },
  ];
};

/** All of our statistics of the hourly run compared with those that quantstats makes of its daily returns. */
const statistics = async (folder: string, curve: StatisticsInput): Promise<Comparison> => {
  const sharpe = await writeCurve(folder, 'curve', curve);
  const quantstats = { product: 'quantstats', work: 'curve', figures: [sharpe], factor: 1 } as const;
  return {
    name: 'Statistics of W1',
    ours: warmTurn(() => computeStatistics(curve)),
    limitMs: STATISTICS_LIMIT_MS,
    contenders: [
      { ...quantstats, call: 'metrics', label: 'full metrics' },
      { ...quantstats, call: 'report', label: 'HTML report' },
    ],
  };
};

/** A fast wrong result is not a measurement. */
const assertRight = (inputs: readonly SimulationInput[], finals: readonly number[]): void =>
  assertFinals(
    inputs.map((input) => simulate(input).totals.finalValue),
    finals,
  );

const assertFinals = (found: readonly number[], finals: readonly number[]): void => {
  const fault = faultOf(found, finals);
  if (fault) throw new Error(`the engine is wrong: ${fault}`);
};

if (import.meta.main) printRows(await run());
