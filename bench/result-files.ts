// The cost of building a result folder's files, on an hourly run of more than five years.

import { computeStatistics, type Holdings, holdingWeights, tradesOf } from '@tradeium/portfolio';
import {
  equalWeightTargets,
  reference,
  referenceCandles,
  workload,
} from '../libs/portfolio/fixtures/oracle/workloads.ts';
import { buildChart } from '../services/backtest/src/results/chart.ts';
import { buildTable } from '../services/backtest/src/results/table.ts';
import { buildTrades } from '../services/backtest/src/results/trade-list.ts';
import { type BenchRow, milliseconds, printRows, warmMedianMs } from './bench-row.ts';
import { curveOf } from './reference-curve.ts';

const TABLE_LIMIT_MS = 500;
const TRADES_LIMIT_MS = 500;
const CHART_LIMIT_MS = 300;

export const run = async (): Promise<BenchRow[]> => {
  const candles = referenceCandles();
  const targets = equalWeightTargets(candles, 24);
  const curve = curveOf(candles, workload(candles, targets));
  const { coins } = reference;
  const held = curve.holdings as Holdings;
  const holdings = holdingWeights(held, curve.simulation.value);
  const trades = tradesOf({ fills: held.fills, coins: coins.length, open: candles.open });
  const { basket, benchmark } = curve;
  const statistics = computeStatistics(curve);
  const chart = { ...curve, benchmark, basket, statistics, title: 'W1', details: '', warning: '' };
  const row = async (name: string, limitMs: number, work: () => unknown): Promise<BenchRow> => {
    const ms = await warmMedianMs(work);
    return { name, value: milliseconds(ms), target: `< ${limitMs} ms`, met: ms < limitMs };
  };
  return [
    await row('Table of W1', TABLE_LIMIT_MS, () => buildTable({ ...curve, coins, targets, holdings })),
    await row('Trades of W1', TRADES_LIMIT_MS, () => buildTrades({ ...curve, coins, trades })),
    await row('Chart of W1', CHART_LIMIT_MS, () => buildChart(chart)),
  ];
};

if (import.meta.main) printRows(await run());
