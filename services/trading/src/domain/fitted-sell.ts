// The part of a planned sell that can still be sold: orders of the same rebalance may have taken from the coin meanwhile.
import { type FittedOrder, fitSell, type Market, type PlannedOrder } from '@tradeium/portfolio';
import { addDecimals, subtractDecimals } from './decimal.ts';
import type { Deployment, Order } from './deployment-state.ts';

/** The fee that an order took in a coin, besides selling what was planned of it. */
const feeOf = ({ fees }: Order, coin: string): string => fees[coin] ?? '0';
const soldBy = (order: Order, coin: string): string =>
  order.side === 'sell' && order.coin === coin ? order.filled : '0';

const sumOf = (amounts: readonly string[]): string =>
  amounts.reduce((sum, each) => addDecimals(sum, each), '0');

/**
 * Known from the fills: what was free when it was planned, less what earlier orders sold of the coin and the fees that they
 * paid in it. All orders before it have their outcome. A buy is fitted to the cash by then, all buys at once.
 */
export const fittedSell = (
  { open, orders }: Pick<Deployment, 'open' | 'orders'>,
  order: PlannedOrder,
): FittedOrder => {
  const { coin, side } = order;
  const inputs = open?.plan?.inputs;
  const planned = inputs?.holdings.find((holding) => holding.coin === coin)?.free;
  const earlier = Object.values(orders).filter(({ rebalanceId }) => rebalanceId === open?.rebalanceId);
  const fees = sumOf(earlier.map((each) => feeOf(each, coin)));
  if (side === 'buy' || !inputs || planned === undefined || fees === '0') return { order, cut: null };
  const sold = sumOf(earlier.map((each) => soldBy(each, coin)));
  const free = subtractDecimals(planned, addDecimals(fees, sold));
  return fitSell(order, free.startsWith('-') ? '0' : free, inputs.rules as Market['rules']);
};
