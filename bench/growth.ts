// How the engine's cost grows with bars and with coins: as the number of cells, no faster.
import { simulate } from '@tradeium/portfolio';
import type { Candles } from '../libs/portfolio/fixtures/oracle/candles.ts';
import {
  equalWeightTargets,
  referenceCandles,
  workload,
} from '../libs/portfolio/fixtures/oracle/workloads.ts';
import { type BenchRow, printRows, warmMedianMs } from './bench-row.ts';

const COST_GROWTH_MAX = 2;
const REBALANCE_EVERY = 24;

/** From a quarter of the five years on, each direction to 4 and 16 times its size. */
export const run = async (): Promise<BenchRow[]> => {
  const candles = referenceCandles();
  const bars = Math.floor(candles.bars / 4);
  const { coins } = candles;
  const once = await cellCost(repeated(candles, bars, coins));
  const row = async (times: number, manyBars: number, manyCoins: number): Promise<BenchRow> => {
    const cost = times === 1 ? once : await cellCost(repeated(candles, manyBars, manyCoins));
    return {
      name: `W1 at ${times}×: ${manyBars.toLocaleString('en')} bars × ${manyCoins} coins`,
      value: `${cost.toFixed(2)} ns/cell`,
      target: `< ${COST_GROWTH_MAX} times the cost at 1×`,
      met: cost < once * COST_GROWTH_MAX,
    };
  };
  return [
    await row(1, bars, coins),
    await row(4, bars * 4, coins),
    await row(16, bars * 16, coins),
    await row(4, bars, coins * 4),
    await row(16, bars, coins * 16),
  ];
};

/** Of one bar of one coin, in ns. */
const cellCost = async (candles: Candles): Promise<number> => {
  const input = workload(candles, equalWeightTargets(candles, REBALANCE_EVERY));
  return ((await warmMedianMs(() => simulate(input))) * 1e6) / (candles.bars * candles.coins);
};

/** The same prices repeated up to this many bars and coins. */
const repeated = (candles: Candles, bars: number, coins: number): Candles => {
  const tiled = (from: Float64Array) => {
    const to = new Float64Array(bars * coins);
    for (let cell = 0; cell < to.length; cell++) {
      const bar = Math.floor(cell / coins) % candles.bars;
      to[cell] = from[bar * candles.coins + (cell % candles.coins)] as number;
    }
    return to;
  };
  const { open, close } = candles;
  return { ...candles, bars, coins, open: tiled(open), close: tiled(close) };
};

if (import.meta.main) printRows(await run());
