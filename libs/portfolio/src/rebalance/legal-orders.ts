// Turns a wanted quantity of one coin into orders that its exchange accepts, or into the reason why there are none.
import { amountOf, ceilTo, type Decimal, floorTo, ONE, smallerOf, stepsIn, ZERO } from './decimal.ts';
import type { MarketRules, PlannedOrder, Side, SkipReason } from './plan.ts';

/** Notionals stay this much above the exchange's smallest, because prices move between plan and order. */
export const NOTIONAL_MARGIN = 1.05;
const MARGIN = amountOf(NOTIONAL_MARGIN, 'margin');

/** So many orders may carry the quantity of one coin; more would be an attack on the exchange's limits. */
const PARTS_MAX = 10;

/** A market's rules as decimals; `null` in an ideal market. */
export type Grid = {
  tick: Decimal;
  lot: Decimal;
  amountMin: Decimal;
  amountMax: Decimal;
  notionalMin: Decimal;
  notionalMax: Decimal | null;
} | null;

export const gridOf = (rules: MarketRules): Grid => {
  const { coin, notionalMax } = rules;
  return {
    tick: amountOf(rules.tickSize, `tick size of ${coin}`),
    lot: amountOf(rules.lotSize, `lot size of ${coin}`),
    amountMin: amountOf(rules.amountMin, `smallest amount of ${coin}`),
    amountMax: amountOf(rules.amountMax, `largest amount of ${coin}`),
    notionalMin: amountOf(rules.notionalMin, `smallest notional of ${coin}`),
    notionalMax: notionalMax === undefined ? null : amountOf(notionalMax, `largest notional of ${coin}`),
  };
};

/** The reference price on the market's tick, against the trader. */
export const tickPrice = (price: Decimal, side: Side, grid: Grid): Decimal => {
  if (grid === null) return price;
  return side === 'buy' ? ceilTo(price, grid.tick) : floorTo(price, grid.tick);
};

/** The worst price on the market's tick within `margin` of `price`, which is on the tick itself. */
export const limitPrice = (price: Decimal, side: Side, margin: Decimal, grid: Grid): Decimal => {
  const limit = price.times(side === 'buy' ? ONE.plus(margin) : ONE.minus(margin));
  if (grid === null) return limit;
  return side === 'buy' ? floorTo(limit, grid.tick) : ceilTo(limit, grid.tick);
};

/** What of `quantity` can be ordered at prices of at least `lowest`, or why nothing. */
export const legalQuantity = (
  quantity: Decimal,
  lowest: Decimal,
  grid: Grid,
): { quantity: Decimal } | { problem: SkipReason } => {
  if (grid === null) return { quantity };
  const floored = floorTo(quantity, grid.lot);
  if (floored.eq(ZERO) || floored.lt(grid.amountMin)) return { problem: 'below-lot' };
  if (floored.times(lowest).lt(grid.notionalMin.times(MARGIN))) {
    return { problem: 'below-notional-min' };
  }
  return { quantity: floored };
};

export type Ordered = { orders: PlannedOrder[]; quantity: Decimal; notional: Decimal; atLimit: Decimal };

/** Orders for a legal quantity: one, or equal parts where one would be too large. What fits in no part is left out. */
export const ordersFor = (
  coin: string,
  side: Side,
  quantity: Decimal,
  prices: { price: Decimal; limit: Decimal },
  grid: Grid,
): Ordered => {
  const { price, limit } = prices;
  const parts = grid === null ? [quantity] : partsOf(quantity, largestOrder(prices, grid), grid.lot);
  const orders = parts.map((part) => ({
    coin,
    side,
    quantity: part.toFixed(),
    price: price.toFixed(),
    notional: part.times(price).toFixed(),
    limitPrice: limit.toFixed(),
  }));
  const whole = parts.reduce((total, part) => total.plus(part), ZERO);
  return { orders, quantity: whole, notional: whole.times(price), atLimit: whole.times(limit) };
};

const largestOrder = (
  { price, limit }: { price: Decimal; limit: Decimal },
  grid: NonNullable<Grid>,
): Decimal => {
  const highest = price.gt(limit) ? price : limit;
  const amount = grid.notionalMax ? smallerOf(grid.amountMax, grid.notionalMax.div(highest)) : grid.amountMax;
  return floorTo(amount, grid.lot);
};

/** Parts that differ by one lot at most, so that the last one is never too small. */
const partsOf = (quantity: Decimal, largest: Decimal, lot: Decimal): Decimal[] => {
  if (quantity.lte(largest)) return [quantity];
  if (largest.eq(ZERO)) return [];
  const count = Math.min(PARTS_MAX, Number(ceilTo(quantity.div(largest), ONE)));
  const carried = smallerOf(quantity, largest.times(count));
  const lots = stepsIn(carried, lot);
  const each = floorTo(lots.div(count), ONE);
  const larger = Number(lots.minus(each.times(count)));
  return Array.from({ length: count }, (_, part) => (part < larger ? each.plus(ONE) : each).times(lot));
};
