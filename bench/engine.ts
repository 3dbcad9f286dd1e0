// How fast the engine and its result files are on real candles, against what the fastest peers took here.
import {
  computeStatistics,
  holdBasketValue,
  holdValue,
  type SimulationInput,
  simulate,
} from '@tradeium/portfolio';
import type { Candles } from '../libs/portfolio/fixtures/oracle/candles.ts';
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
import { buildChart } from '../services/backtest/src/results/chart.ts';
import { buildTable } from '../services/backtest/src/results/table.ts';
import { type BenchRow, printRows, warmMedianMs } from './bench-row.ts';

const FIFTH = 'a fifth of vectorbt 1.2, Rust kernel';

type Work = { name: string; work: () => unknown; limitMs: number; peer: string };

/** Arrays are in memory before the clock starts; every figure is the median of five warm runs. */
export async function run(): Promise<BenchRow[]> {
  const hourly = referenceCandles();
  const daily = dailyCandles(hourly);
  const bitcoin = firstCoin(hourly);
  const crossover = workload(bitcoin, crossoverTargets(bitcoin));
  const rebalanced = workload(hourly, equalWeightTargets(hourly, 24));
  const sweep = reference.W3.lookbacks.map((days) => workload(daily, momentumTargets(daily, days, 1)));
  const works: Work[] = [
    {
      name: 'W1: 50,568 hourly bars × 11 coins',
      work: () => simulate(rebalanced),
      limitMs: 4.8,
      peer: FIFTH,
    },
    { name: 'W0: one coin, 684 trades', work: () => simulate(crossover), limitMs: 3, peer: 'raptorbt 0.13' },
    {
      name: 'W3: 100 runs of 2,107 days × 11 coins',
      work: () => sweep.map((input) => simulate(input)),
      limitMs: 55,
      peer: FIFTH,
    },
    ...resultFiles(hourly, bitcoin, rebalanced),
  ];
  const rows: BenchRow[] = [];
  for (const { name, work, limitMs, peer } of works) {
    const ms = await warmMedianMs(work);
    rows.push({ name, value: `${ms.toFixed(2)} ms`, target: `< ${limitMs} ms (${peer})`, met: ms < limitMs });
  }
  return [...rows, ...(await linearity(rebalanced))];
}

/** Statistics (all that there are), Table and Chart of an hourly run of more than five years. */
function resultFiles(candles: Candles, bitcoin: Candles, input: SimulationInput): Work[] {
  const { openTimes, barMs } = candles;
  const { startingCapital, targets, coins, close } = input;
  const simulation = simulate({ ...input, recordFills: true });
  const benchmark = {
    name: 'BTC',
    value: holdValue(bitcoin.open[0] as number, bitcoin.close, startingCapital),
  };
  const basket = {
    name: 'Basket',
    value: holdBasketValue(input.open.subarray(0, coins), close, startingCapital),
  };
  const holdings = simulation.fills && { coins: reference.coins, close, fills: simulation.fills };
  const curve = { openTimes, barMs, startingCapital, simulation, benchmark, basket, holdings };
  const chart = { ...curve, statistics: computeStatistics(curve), title: 'W1', details: '', warning: '' };
  const table = { coins: reference.coins, openTimes, targets, simulation };
  return [
    {
      name: 'Statistics of W1',
      work: () => computeStatistics(curve),
      limitMs: 50,
      peer: 'quantstats 0.0.86: 160 ms',
    },
    { name: 'Table of W1', work: () => buildTable(table), limitMs: 500, peer: 'ours' },
    { name: 'Chart of W1', work: () => buildChart(chart), limitMs: 300, peer: 'ours' },
  ];
}

/** Cost of a cell (bar × coin) as the work grows; the smallest is a quarter of W1. */
async function linearity(input: SimulationInput): Promise<BenchRow[]> {
  const quarter = Math.floor(input.bars / 4);
  const nanoseconds = async (times: number) => {
    const bars = quarter * times;
    const tiled = (matrix: Float64Array) => {
      const to = new Float64Array(bars * input.coins);
      for (let at = 0; at < to.length; at += matrix.length) to.set(matrix.subarray(0, to.length - at), at);
      return to;
    };
    const { open, close, targets } = input;
    const grown = { ...input, bars, open: tiled(open), close: tiled(close), targets: tiled(targets) };
    return ((await warmMedianMs(() => simulate(grown))) * 1e6) / (bars * input.coins);
  };
  const once = await nanoseconds(1);
  const row = (times: number, found: number): BenchRow => ({
    name: `W1 at ${times}×: ${(quarter * times).toLocaleString('en')} bars`,
    value: `${found.toFixed(2)} ns/cell`,
    target: '< 2 times the cost at 1×',
    met: found < once * 2,
  });
  return [row(1, once), row(4, await nanoseconds(4)), row(16, await nanoseconds(16))];
}

if (import.meta.main) printRows(await run());
