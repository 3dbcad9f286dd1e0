// Runs the engine on a run's candles and weights, beside the same capital held in BTC.
import { STARTING_CAPITAL_USDT, TIMEFRAME_MS } from '@tradeium/contracts';
import { computeStatistics, holdValue, simulate, targetsFromDecisions } from '@tradeium/portfolio';
import { columnOf, matrixOf, type Panel } from '../candles/panel.ts';
import type { RunResult } from './run-result.ts';

const BENCHMARK_COIN = 'BTC';

/** `weights`: decisions of all bars of the panel, bars × coins; `feeRate`: share of each traded amount. */
export const simulateRun = (panel: Panel, weights: Float64Array, feeRate: number): RunResult => {
  const { coins, firstBar, timestamps, timeframe } = panel;
  const openTimes = timestamps.subarray(firstBar);
  const targets = targetsFromDecisions(weights, timestamps.length, coins.length, firstBar);
  const simulation = simulate({
    bars: openTimes.length,
    coins: coins.length,
    open: matrixOf(panel, 'open', firstBar),
    close: matrixOf(panel, 'close', firstBar),
    targets,
    startingCapital: STARTING_CAPITAL_USDT,
    feeRate,
  });
  const benchmark = benchmarkOf(panel);
  const timing = { openTimes, barMs: TIMEFRAME_MS[timeframe], startingCapital: STARTING_CAPITAL_USDT };
  const statistics = computeStatistics({ ...timing, simulation, benchmark });
  return { coins, ...timing, targets, simulation, statistics, benchmark };
};

const benchmarkOf = ({ columns, firstBar }: Panel): RunResult['benchmark'] => {
  const open = columns.get(columnOf(BENCHMARK_COIN, 'open'))?.[firstBar];
  const close = columns.get(columnOf(BENCHMARK_COIN, 'close'))?.subarray(firstBar);
  if (open === undefined || close === undefined) return null;
  return { name: BENCHMARK_COIN, value: holdValue(open, close, STARTING_CAPITAL_USDT) };
};
