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
    'portfolio_value',
    'return',
    'drawdown',
    'turnover',
    'fees',
  ];
};

/**
 * CSV with the columns `timestamp` (bar open, ISO 8601 UTC), for each coin and USDT `target_…` (target weight in force
 * during the bar) and `held_…` (what it was at the bar's close), `portfolio_value` (USDT at the bar's close), `return`,
 * `drawdown`, `turnover` (larger of bought and sold / value before the trade) and `fees` (USDT). All numbers are in the
 * shortest form that reads back exactly.
 */
export const buildTable = (
  run: Pick<RunResult, 'coins' | 'openTimes' | 'targets' | 'holdings' | 'simulation'>,
): Buffer => {
  const { coins, openTimes, targets, holdings, simulation } = run;
  const { value, returns, drawdown, turnover, fees, targetRow } = simulation;
  const width = coins.length + 1;
  const lines = [tableColumns(coins).join(',')];
  let wanted = '';
  for (let bar = 0; bar < value.length; bar++) {
    if (bar === 0 || targetRow[bar] !== targetRow[bar - 1]) {
      wanted = weightsInForce(targets, targetRow.subarray(bar, bar + 1), coins.length).join(',');
    }
    const time = new Date(openTimes[bar] as number).toISOString();
    const held = holdings.subarray(bar * width, (bar + 1) * width).join(',');
    lines.push(
      `${time},${wanted},${held},${value[bar]},${returns[bar]},${drawdown[bar]},${turnover[bar]},${fees[bar]}`,
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1');
};
