// The trades of a run as its file has them, and what they add up to.
import { cellsOf, numberOf, type Table } from '../../../lib/csv/csv.ts';
import type { TimeRange } from '../curves/chart-range.ts';

export type Trade = {
  /** Open of the bar in which it was traded, ms UTC. */
  readonly ms: number;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  /** In coins. */
  readonly amount: number;
  /** In USDT, of the position that it closes; NaN when it closes none. */
  readonly profit: number;
};

const COLUMNS = ['timestamp', 'coin', 'side', 'price', 'amount', 'fee', 'profit'] as const;

const HEADINGS: Readonly<Record<string, string>> = {
  timestamp: 'Time (UTC)',
  coin: 'Coin',
  side: 'Side',
  price: 'Price',
  amount: 'Amount',
  fee: 'Fee',
  profit: 'Profit',
};

/** The readable name of a column. */
export const tradeHeading = (name: string): string => HEADINGS[name] ?? name;

/** Profit is one of them even where no position was closed. */
export const TRADE_AMOUNTS: readonly string[] = ['price', 'amount', 'fee', 'profit'];

/** The trades of a table; null when it is not a list of trades. */
export const tradesOf = ({ columns, lines }: Table): Trade[] | null => {
  const [ms, coin, side, price, amount, , profit] = COLUMNS.map((name) => columns.indexOf(name));
  if (COLUMNS.some((name) => !columns.includes(name))) return null;
  return lines.map((line) => {
    const cells = cellsOf(line);
    const at = (index: number | undefined) => cells[index ?? -1] ?? '';
    return {
      ms: Date.parse(at(ms)),
      coin: at(coin),
      side: at(side) === 'sell' ? 'sell' : 'buy',
      price: numberOf(at(price)),
      amount: numberOf(at(amount)),
      profit: numberOf(at(profit)),
    };
  });
};

const isIn = ({ ms }: Trade, { from, to }: TimeRange): boolean => ms >= from && ms < to;

/** Those of a range, whose end is excluded. */
export const tradesIn = (trades: readonly Trade[], range: TimeRange): Trade[] =>
  trades.filter((trade) => isIn(trade, range));

/** The lines of a table of these trades that are of a range. */
export const tableIn = (table: Table, trades: readonly Trade[], range: TimeRange): Table => ({
  ...table,
  lines: table.lines.filter((_, place) => {
    const trade = trades[place];
    return trade !== undefined && isIn(trade, range);
  }),
});

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A download says what it holds: `x trades, 2025-01-03 to 2025-02-05.csv`. */
export const partName = (filename: string, { from, to }: TimeRange): string =>
  filename.replace(/(\.csv)?$/, `, ${isoDay(from)} to ${isoDay(to - 1)}$1`);

export type TradeSums = {
  readonly trades: number;
  readonly closed: number;
  readonly wins: number;
  readonly profit: number;
};

/** How many trades there are, and what the positions that they closed brought. */
export const sumsOf = (trades: readonly Trade[]): TradeSums => {
  const profits = trades.map(({ profit }) => profit).filter((profit) => !Number.isNaN(profit));
  return {
    trades: trades.length,
    closed: profits.length,
    wins: profits.filter((profit) => profit > 0).length,
    profit: profits.reduce((sum, profit) => sum + profit, 0),
  };
};

/** Below that it is rounding. */
const OPEN_FROM_USDT = 0.005;

/** The addition of positions still open to the closed ones, both together the profit of the result; null without any. */
export const openProfit = (
  { profit: realised }: TradeSums,
  statistics: Readonly<Record<string, unknown>> | null,
): { readonly profit: number; readonly total: number } | null => {
  const { initial_value: initial, final_value: final } = statistics ?? {};
  if (typeof initial !== 'number' || typeof final !== 'number') return null;
  const total = final - initial;
  return Math.abs(total - realised) < OPEN_FROM_USDT ? null : { profit: total - realised, total };
};

/** Coins in the order of their first trade. */
export const coinsOf = (trades: readonly Trade[]): string[] => [...new Set(trades.map(({ coin }) => coin))];
