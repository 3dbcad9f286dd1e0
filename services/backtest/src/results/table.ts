// Builds a result folder's `Table`: one CSV row per bar, enough to recompute every figure of the run.
import { weightsInForce } from '@tradeium/portfolio';
import type { RunResult } from './run-result.ts';

/** The names of the table's columns, for coins in portfolio order. */
export const tableColumns = (coins: readonly string[]): string[] => [
  ...['timestamp', ...coins, 'USDT'],
  ...['portfolio_value', 'return', 'drawdown', 'turnover', 'fees'],
];

/**
 * CSV with the columns `timestamp` (bar open, ISO 8601 UTC), each coin and `USDT` (target weight in force
 * during the bar), `portfolio_value` (USDT at the bar's close), `return`, `drawdown`, `turnover` (larger of
 * bought and sold / value before the trade) and `fees` (USDT). Numbers are in the shortest form that reads
 * back exactly.
 */
export const buildTable = (
  run: Pick<RunResult, 'coins' | 'openTimes' | 'targets' | 'simulation'>,
): string => {
  const { coins, openTimes, targets, simulation } = run;
  const { value, returns, drawdown, turnover, fees, targetRow } = simulation;
  const lines = [tableColumns(coins).join(',')];
  let weights = '';
  for (let bar = 0; bar < value.length; bar++) {
    if (bar === 0 || targetRow[bar] !== targetRow[bar - 1]) {
      weights = weightsInForce(targets, targetRow.subarray(bar, bar + 1), coins.length).join(',');
    }
    const time = new Date(openTimes[bar] as number).toISOString();
    lines.push(
      `${time},${weights},${value[bar]},${returns[bar]},${drawdown[bar]},${turnover[bar]},${fees[bar]}`,
    );
  }
  return `${lines.join('\n')}\n`;
};
