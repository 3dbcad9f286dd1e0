// Cuts orders to what their user allows: a largest order, and what is left of the day, each order counted at its worst price.
import { amountOf, type Decimal, largerOf, smallerOf, sumOf, ZERO } from './decimal.ts';
import { type Grid, legalQuantity, marketOf } from './legal-orders.ts';
import type { FittedOrder, Market, OrderLimits, PlannedOrder, SkipReason } from './plan.ts';

type Prices = { price: Decimal; limit: Decimal };
type LimitReason = Extract<SkipReason, 'above-order-max' | 'above-turnover'>;

/** `left` is cut off for `reason`; a quantity of 0: nothing that the exchange would accept is left. */
export type Cut = { quantity: Decimal; left: Decimal; reason: LimitReason | null };

/** The most that an order may come to: a buy fills at its limit price at worst, a sell at its reference price or near it. */
const worst = ({ price, limit }: Prices): Decimal => largerOf(price, limit);

/** The quantity, or the part of it that is worth `most` at worst. */
const cutTo = (
  quantity: Decimal,
  most: Decimal | null,
  { prices, grid, reason }: { prices: Prices; grid: Grid; reason: LimitReason },
): Cut => {
  const all: Cut = { quantity, left: ZERO, reason: null };
  if (most === null) return all;
  const lowest = smallerOf(prices.price, prices.limit);
  const whole = legalQuantity(quantity, lowest, grid);
  // One that the exchange would not take anyway has a reason of its own.
  if ('problem' in whole || whole.quantity.times(worst(prices)).lte(most)) return all;
  const legal = legalQuantity(most.div(worst(prices)), lowest, grid);
  const kept = 'quantity' in legal ? legal.quantity : ZERO;
  return { quantity: kept, left: quantity.minus(kept), reason };
};

const usdtOf = (limit: number | null | undefined, what: string): Decimal | null =>
  limit == null ? null : amountOf(limit, what);

/** A coin is cut once for each rebalance, so that several orders do not carry more of it than one may. */
export const cutToOrderMax = (
  quantity: Decimal,
  prices: Prices,
  grid: Grid,
  limits: OrderLimits | undefined,
): Cut =>
  cutTo(quantity, usdtOf(limits?.orderMax, 'largest order'), { prices, grid, reason: 'above-order-max' });

/** Counts orders in the sequence in which they are sent; the first one beyond the turnover is cut to what is left of it. */
export const turnoverCounter = (limits: OrderLimits | undefined, traded: readonly Decimal[] = []) => {
  const all = usdtOf(limits?.turnoverLeft, 'turnover left');
  const spent = sumOf(traded);
  let left = all && (spent.gt(all) ? ZERO : all.minus(spent));
  return (quantity: Decimal, prices: Prices, grid: Grid): Cut => {
    const cut = cutTo(quantity, left, { prices, grid, reason: 'above-turnover' });
    if (left !== null) left = left.minus(cut.quantity.times(worst(prices)));
    return cut;
  };
};

/** An order of a plan, cut to what is allowed by now; null: nothing of it that the exchange would accept. */
export const cutOrder = (order: PlannedOrder, rules: Market['rules'], limits: OrderLimits): FittedOrder => {
  const { coin, side } = order;
  const market = marketOf(rules, coin);
  if ('problem' in market) return { order, cut: null };
  const prices = { price: amountOf(order.price, 'price'), limit: amountOf(order.limitPrice, 'limit price') };
  const whole = amountOf(order.quantity, 'quantity');
  const largest = cutToOrderMax(whole, prices, market.grid, limits);
  const last = turnoverCounter(limits)(largest.quantity, prices, market.grid);
  const reason = last.reason ?? largest.reason;
  if (reason === null) return { order, cut: null };
  const worthOf = (quantity: Decimal) => quantity.times(prices.price).toFixed();
  const cut = { coin, side, notional: worthOf(whole.minus(last.quantity)), reason };
  if (last.quantity.eq(ZERO)) return { order: null, cut };
  const quantity = last.quantity.toFixed();
  return { order: { ...order, quantity, notional: worthOf(last.quantity) }, cut };
};
