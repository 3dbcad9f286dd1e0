// Builds a result folder's `Table`: one CSV row per bar, enough to recompute every figure of the run.
import { weightsInForce } from '@tradeium/portfolio';
import type { RunResult } from './run-result.ts';

/** The names of the table's columns, for coins in portfolio order. */
export const tableColumns = (coins: readonly string[]): string[] => {
  const entries = [...coins, 'USDT'];
  return [
    'timestamp',
    ...entries.map((entry) => `target_${entry}`),
    ...entries.map((entry) => `held_${entry}`),
    ...['portfolio_value', 'return', 'drawdown', 'turnover', 'fees'],
  ];
};

const MILLION = 1_000_000;

/** A share to six decimals: a third of the digits of its exact form, and more than anybody reads. */
const shortShare = (share: number): string => {
  const millionths = Math.round(share * MILLION);
  if (millionths <= 0) return '0';
  return millionths >= MILLION ? '1' : `0.${String(millionths + MILLION).slice(1)}`;
};

const heldCells = (holdings: Float64Array, bar: number, width: number): string => {
  let cells = '';
  for (let at = bar * width; at < (bar + 1) * width; at++) cells += `,${shortShare(holdings[at] as number)}`;
  return cells;
};

/**
 * CSV with the columns `timestamp` (bar open, ISO 8601 UTC), for each coin and USDT `target_…` (target weight in force
 * during the bar) and `held_…` (what it was at the bar's close, to six decimals), `portfolio_value` (USDT at the bar's
 * close), `return`, `drawdown`, `turnover` (larger of bought and sold / value before the trade) and `fees` (USDT). All
 * other numbers are in the shortest form that reads back exactly.
 */
export const buildTable = (
  run: Pick<RunResult, 'coins' | 'openTimes' | 'targets' | 'holdings' | 'simulation'>,
): string => {
  const { coins, openTimes, targets, holdings, simulation } = run;
  const { value, returns, drawdown, turnover, fees, targetRow } = simulation;
  const lines = [tableColumns(coins).join(',')];
  let wanted = '';
  for (let bar = 0; bar < value.length; bar++) {
    if (bar === 0 || targetRow[bar] !== targetRow[bar - 1]) {
      wanted = weightsInForce(targets, targetRow.subarray(bar, bar + 1), coins.length).join(',');
    }
    const time = new Date(openTimes[bar] as number).toISOString();
    const held = heldCells(holdings, bar, coins.length + 1);
    lines.push(
      `${time},${wanted}${held},${value[bar]},${returns[bar]},${drawdown[bar]},${turnover[bar]},${fees[bar]}`,
    );
  }
  return `${lines.join('\n')}\n`;
};
