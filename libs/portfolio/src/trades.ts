// Each fill as a trade, with its price and the profit of the position that it closes.
import type { FillLog } from './fills.ts';

/** Columns of one length in the order of trading. */
export type Trades = {
  bar: Int32Array;
  coin: Int32Array;
  /** 1 for a buy, -1 for a sell. */
  side: Int8Array;
  /** USDT for one coin, slippage included. */
  price: Float64Array;
  /** In coins. */
  amount: Float64Array;
  /** In USDT. */
  fee: Float64Array;
  /**
   * Of a sell that closes the position: the proceeds of all its sells less the cost of its buys, in
   * USDT after fees; NaN for any other trade.
   */
  profit: Float64Array;
};

export type TradesInput = {
  fills: FillLog;
  coins: number;
  /** Price at each bar's open, bars × coins, row by row. */
  open: Float64Array;
  slippageBps?: number;
};

export const tradesOf = ({ fills, coins, open, slippageBps = 0 }: TradesInput): Trades => {
  const length = fills.bar.length;
  const trades: Trades = {
    bar: fills.bar,
    coin: fills.coin,
    side: new Int8Array(length),
    price: new Float64Array(length),
    amount: new Float64Array(length),
    fee: fills.fee,
    profit: new Float64Array(length).fill(Number.NaN),
  };
  const slippage = slippageBps / 10_000;
  const moved = new Float64Array(coins);
  for (let at = 0; at < length; at++) {
    const coin = fills.coin[at] as number;
    const cash = fills.cash[at] as number;
    const side = cash < 0 ? 1 : -1;
    const price = (open[(fills.bar[at] as number) * coins + coin] as number) * (1 + side * slippage);
    trades.side[at] = side;
    trades.price[at] = price;
    trades.amount[at] = (-side * cash - side * (fills.fee[at] as number)) / price;
    moved[coin] = (moved[coin] as number) + cash;
    if (fills.held[at] !== 0) continue;
    trades.profit[at] = moved[coin] as number;
    moved[coin] = 0;
  }
  return trades;
};
