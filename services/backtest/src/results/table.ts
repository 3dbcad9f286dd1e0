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
const [COMMA, POINT, ZERO, ONE] = [44, 46, 48, 49];
/** A comma and `0.` with six digits. */
const SHARE_BYTES = 9;

/** Writes a comma and a share to six decimals; digit by digit, since a string for each of many cells takes long. */
const writeShare = (bytes: Buffer, at: number, share: number): number => {
  let millionths = Math.round(share * MILLION);
  bytes[at] = COMMA;
  bytes[at + 1] = millionths >= MILLION ? ONE : ZERO;
  if (!(millionths > 0 && millionths < MILLION)) return at + 2;
  bytes[at + 2] = POINT;
  for (let digit = at + 8; digit > at + 2; digit--) {
    const rest = Math.trunc(millionths / 10);
    bytes[digit] = ZERO + millionths - 10 * rest;
    millionths = rest;
  }
  return at + SHARE_BYTES;
};

/** The same bytes, with room for `more` behind the first `length`. */
const withRoom = (bytes: Buffer, length: number, more: number): Buffer => {
  if (length + more <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafe(2 * (length + more));
  bytes.copy(larger, 0, 0, length);
  return larger;
};

/**
 * CSV with the columns `timestamp` (bar open, ISO 8601 UTC), for each coin and USDT `target_…` (target weight in force
 * during the bar) and `held_…` (what it was at the bar's close, to six decimals), `portfolio_value` (USDT at the bar's
 * close), `return`, `drawdown`, `turnover` (larger of bought and sold / value before the trade) and `fees` (USDT). All
 * other numbers are in the shortest form that reads back exactly.
 */
export const buildTable = (
  run: Pick<RunResult, 'coins' | 'openTimes' | 'targets' | 'holdings' | 'simulation'>,
): Buffer => {
  const { coins, openTimes, targets, holdings, simulation } = run;
  const { value, returns, drawdown, turnover, fees, targetRow } = simulation;
  const width = coins.length + 1;
  let bytes: Buffer = Buffer.from(`${tableColumns(coins).join(',')}\n`);
  let length = bytes.length;
  let wanted = '';
  for (let bar = 0; bar < value.length; bar++) {
    if (bar === 0 || targetRow[bar] !== targetRow[bar - 1]) {
      wanted = weightsInForce(targets, targetRow.subarray(bar, bar + 1), coins.length).join(',');
    }
    const time = new Date(openTimes[bar] as number).toISOString();
    const figures = `,${value[bar]},${returns[bar]},${drawdown[bar]},${turnover[bar]},${fees[bar]}\n`;
    const more = time.length + 1 + wanted.length + SHARE_BYTES * width + figures.length;
    bytes = withRoom(bytes, length, more);
    length += bytes.write(`${time},${wanted}`, length, 'latin1');
    for (let entry = 0; entry < width; entry++) {
      length = writeShare(bytes, length, holdings[bar * width + entry] as number);
    }
    length += bytes.write(figures, length, 'latin1');
  }
  // A copy: handing over a part of a buffer to another thread hands over all of it.
  return Buffer.from(bytes.subarray(0, length));
};
