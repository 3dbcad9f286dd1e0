// Runs the engine on a run's candles and weights, and on the same capital held in BTC and in all coins.
import { bandOf, calendarOf, moneyOf, type RunSettings, TIMEFRAME_MS } from '@tradeium/contracts';
import {
  computeStatistics,
  type FillLog,
  holdBasketValue,
  holdingWeights,
  holdValue,
  simulate,
  targetsFromDecisions,
  targetsOnCalendar,
  tradesOf,
} from '@tradeium/portfolio';
import { columnOf, matrixOf, type Panel } from '../candles/panel.ts';
import type { RunResult } from './run-result.ts';

const BENCHMARK_COIN = 'BTC';
const BASKET_NAME = 'Basket';

/** Hundredths of a percent in 1. */
const BPS = 10_000;

type Trading = Pick<
  RunSettings,
  'fees' | 'starting_capital' | 'slippage' | 'drift_band_percent' | 'drift_band_to' | 'rebalance_every'
>;

/** The money and the costs of a simulation. */
export const termsOf = (trading: Trading) => {
  const { starting_capital: startingCapital, slippage } = moneyOf(trading);
  const band = bandOf(trading);
  return { startingCapital, feeRate: trading.fees, slippageBps: slippage * BPS, ...(band && { band }) };
};

/** `weights`: decisions of all bars of the panel, bars × coins. */
export const simulateRun = (panel: Panel, weights: Float64Array, trading: Trading): RunResult => {
  const { coins, firstBar, timestamps, timeframe } = panel;
  const openTimes = timestamps.subarray(firstBar);
  const terms = termsOf(trading);
  const { startingCapital, slippageBps } = terms;
  const open = matrixOf(panel, 'open', firstBar);
  const close = matrixOf(panel, 'close', firstBar);
  const decided = targetsFromDecisions(weights, timestamps.length, coins.length, firstBar);
  const targets = targetsOnCalendar(decided, openTimes, coins.length, calendarOf({ ...trading, timeframe }));
  const market = { bars: openTimes.length, coins: coins.length, open, close };
  const input = { ...market, targets, ...terms };
  const simulation = simulate({ ...input, recordFills: true });
  const held = { coins, close, fills: simulation.fills as FillLog };
  const timing = { openTimes, barMs: TIMEFRAME_MS[timeframe], startingCapital };
  const benchmark = benchmarkOf(panel, startingCapital);
  const firstOpen = open.subarray(0, coins.length);
  const basket = { name: BASKET_NAME, value: holdBasketValue(firstOpen, close, startingCapital) };
  const grossFinalValue = simulate({ ...input, feeRate: 0 }).totals.finalValue;
  const statistics = computeStatistics({
    ...timing,
    simulation,
    benchmark,
    basket,
    holdings: held,
    grossFinalValue,
  });
  return {
    coins,
    ...timing,
    open,
    close,
    targets,
    holdings: holdingWeights(held, simulation.value),
    trades: tradesOf({ fills: held.fills, coins: coins.length, open, slippageBps }),
    simulation,
    statistics,
    grossFinalValue,
    benchmark,
    basket,
  };
};

const benchmarkOf = ({ columns, firstBar }: Panel, startingCapital: number): RunResult['benchmark'] => {
  const open = columns.get(columnOf(BENCHMARK_COIN, 'open'))?.[firstBar];
  const close = columns.get(columnOf(BENCHMARK_COIN, 'close'))?.subarray(firstBar);
  if (open === undefined || close === undefined) return null;
  return { name: BENCHMARK_COIN, value: holdValue(open, close, startingCapital) };
};
