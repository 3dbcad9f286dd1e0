// Builds a result folder's `Trades`: one CSV row a trade, the oldest first.
import type { RunResult } from './run-result.ts';

/** Only the newest: nobody reads more one by one, and the figures of all are in the statistics. */
export const TRADES_MAX = 100_000;

const COLUMNS = ['timestamp', 'coin', 'side', 'price', 'amount', 'fee', 'profit'];

/**
 * CSV with the columns `timestamp` (open of the bar in which it was traded, ISO 8601 UTC), `coin`, `side` (`buy` or
 * `sell`), `price` (USDT, slippage included), `amount` (coins), `fee` (USDT) and
 * `profit`: of a sell that closes a position, all that the position brought in USDT after fees; else empty. Numbers are in
 * the shortest form that reads back exactly.
 */
export const buildTrades = ({
  trades,
  coins,
  openTimes,
}: Pick<RunResult, 'trades' | 'coins' | 'openTimes'>): string => {
  const { bar, coin, side, price, amount, fee, profit } = trades;
  const lines = [COLUMNS.join(',')];
  let lastBar = -1;
  let time = '';
  for (let at = Math.max(0, bar.length - TRADES_MAX); at < bar.length; at++) {
    if (bar[at] !== lastBar) {
      lastBar = bar[at] as number;
      time = new Date(openTimes[lastBar] as number).toISOString();
    }
    const action = side[at] === 1 ? 'buy' : 'sell';
    const gain = Number.isNaN(profit[at]) ? '' : profit[at];
    lines.push(
      `${time},${coins[coin[at] as number]},${action},${price[at]},${amount[at]},${fee[at]},${gain}`,
    );
  }
  return `${lines.join('\n')}\n`;
};
