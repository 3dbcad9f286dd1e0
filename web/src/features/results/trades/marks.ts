// Where a coin was bought and sold, on its candles: one mark for all purchases of a candle, and one for all sales.
import { firstFrom } from '../../../lib/charts/decimation.ts';
import type { Prices } from './prices.ts';
import type { Trade } from './trades.ts';

export type Mark = {
  /** The place of its candle. */
  readonly candle: number;
  readonly side: Trade['side'];
  readonly count: number;
  /** In USDT; of several trades the average, by amount. */
  readonly price: number;
};

/** In the order of time; `prices` has all the candles of these trades, or begins with them. */
export const marksOf = (trades: readonly Trade[], { times }: Prices): Mark[] => {
  if (times.length === 0) return [];
  const groups = Map.groupBy(
    trades,
    ({ ms, side }) => `${Math.max(0, firstFrom(times, ms + 1) - 1)} ${side}`,
  );
  return [...groups].map(([key, group]) => {
    const [candle, side] = key.split(' ') as [string, Trade['side']];
    const amount = group.reduce((sum, trade) => sum + trade.amount, 0);
    const value = group.reduce((sum, trade) => sum + trade.price * trade.amount, 0);
    return { candle: Number(candle), side, count: group.length, price: value / amount };
  });
};
