// How fast the engine alone simulates real candles, against what the fastest peers took for the same work here.
import { computeStatistics, holdValue, type SimulationInput, simulate } from '@tradeium/portfolio';
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
import { type BenchRow, printRows, warmMedianMs } from './bench-row.ts';

/** Arrays are in memory before the clock starts; every figure is the median of five warm runs. */
export async function run(): Promise<BenchRow[]> {
  const hourly = referenceCandles();
  const daily = dailyCandles(hourly);
  const bitcoin = firstCoin(hourly);
  const crossover = workload(bitcoin, crossoverTargets(bitcoin));
  const rebalanced = workload(hourly, equalWeightTargets(hourly, 24));
  const sweep = reference.W3.lookbacks.map((days) => workload(daily, momentumTargets(daily, days, 1)));
  const result = simulate(rebalanced);
  const statistics = () =>
    computeStatistics({
      openTimes: hourly.openTimes,
      barMs: hourly.barMs,
      startingCapital: reference.initial_cash,
      simulation: result,
      benchmark: {
        name: 'BTC',
        value: holdValue(bitcoin.open[0] as number, bitcoin.close, reference.initial_cash),
      },
    });
  return [
    below(
      'W1: 50,568 hourly bars × 11 coins',
      warmMedianMs(() => simulate(rebalanced)),
      4.8,
      'a fifth of vectorbt 1.2',
    ),
    below(
      'W0: one coin, 684 trades',
      warmMedianMs(() => simulate(crossover)),
      3,
      'raptorbt 0.13',
    ),
    below(
      'W3: 100 runs of 2,107 days × 11 coins',
      warmMedianMs(() => sweep.forEach(simulate), 3),
      55,
      'a fifth of vectorbt 1.2',
    ),
    below('Statistics of W1 with benchmark', warmMedianMs(statistics), 50, 'quantstats 0.0.86: 160 ms'),
    ...linearity(rebalanced),
  ];
}

function below(name: string, ms: number, limitMs: number, peer: string): BenchRow {
  return { name, value: `${ms.toFixed(2)} ms`, target: `< ${limitMs} ms (${peer})`, met: ms < limitMs };
}

/** Cost of a cell (bar × coin) as the work grows; the smallest is a quarter of W1. */
function linearity(input: SimulationInput): BenchRow[] {
  const quarter = Math.floor(input.bars / 4);
  const nanoseconds = (times: number) => {
    const bars = quarter * times;
    const tiled = (matrix: Float64Array) => {
      const to = new Float64Array(bars * input.coins);
      for (let at = 0; at < to.length; at += matrix.length) to.set(matrix.subarray(0, to.length - at), at);
      return to;
    };
    const { open, close, targets } = input;
    const grown = { ...input, bars, open: tiled(open), close: tiled(close), targets: tiled(targets) };
    return (warmMedianMs(() => simulate(grown)) * 1e6) / (bars * input.coins);
  };
  const once = nanoseconds(1);
  return [1, 4, 16].map((times) => {
    const found = times === 1 ? once : nanoseconds(times);
    const name = `W1 at ${times}×: ${(quarter * times).toLocaleString('en')} bars`;
    return {
      name,
      value: `${found.toFixed(2)} ns/cell`,
      target: '< 2 times the cost at 1×',
      met: found < once * 2,
    };
  });
}

if (import.meta.main) printRows(await run());
