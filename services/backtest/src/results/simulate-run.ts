// Runs the engine on a run's candles and weights, beside the same capital held in BTC and in all coins.
import { STARTING_CAPITAL_USDT, TIMEFRAME_MS } from '@tradeium/contracts';
import {
  computeStatistics,
  holdBasketValue,
  holdValue,
  simulate,
  targetsFromDecisions,
} from '@tradeium/portfolio';
import { columnOf, matrixOf, type Panel } from '../candles/panel.ts';
import type { RunResult } from './run-result.ts';

const BENCHMARK_COIN = 'BTC';
const BASKET_NAME = 'Basket';

/** `weights`: decisions of all bars of the panel, bars × coins; `feeRate`: share of each traded amount. */
export const simulateRun = (panel: Panel, weights: Float64Array, feeRate: number): RunResult => {
  const { coins, firstBar, timestamps, timeframe } = panel;
  const openTimes = timestamps.subarray(firstBar);
  const startingCapital = STARTING_CAPITAL_USDT;
  const open = matrixOf(panel, 'open', firstBar);
  const close = matrixOf(panel, 'close', firstBar);
  const targets = targetsFromDecisions(weights, timestamps.length, coins.length, firstBar);
  const input = { bars: openTimes.length, coins: coins.length, open, close, targets, startingCapital };
  const simulation = simulate({ ...input, feeRate, recordFills: true });
  const timing = { openTimes, barMs: TIMEFRAME_MS[timeframe], startingCapital };
  const benchmark = benchmarkOf(panel);
  const firstOpen = open.subarray(0, coins.length);
  const basket = { name: BASKET_NAME, value: holdBasketValue(firstOpen, close, startingCapital) };
  const grossFinalValue = simulate({ ...input, feeRate: 0 }).totals.finalValue;
  const statistics = computeStatistics({
    ...timing,
    simulation,
    benchmark,
    basket,
    holdings: simulation.fills && { coins, close, fills: simulation.fills },
    grossFinalValue,
  });
  return { coins, ...timing, targets, simulation, statistics, grossFinalValue, benchmark, basket };
};

const benchmarkOf = ({ columns, firstBar }: Panel): RunResult['benchmark'] => {
  const open = columns.get(columnOf(BENCHMARK_COIN, 'open'))?.[firstBar];
  const close = columns.get(columnOf(BENCHMARK_COIN, 'close'))?.subarray(firstBar);
  if (open === undefined || close === undefined) return null;
  return { name: BENCHMARK_COIN, value: holdValue(open, close, STARTING_CAPITAL_USDT) };
};
