// Turns a wanted quantity of one coin into orders that its exchange accepts, or into the reason why there are none.
import {
  amountOf,
  ceilTo,
  type Decimal,
  floorTo,
  largerOf,
  ONE,
  plainAmount,
  smallerOf,
  stepsIn,
  ZERO,
} from './decimal.ts';
import type { Market, MarketRules, PlannedOrder, Side, SkipReason } from './plan.ts';

/** Notionals stay this much above the exchange's smallest, because prices move between plan and order. */
export const NOTIONAL_MARGIN = 1.05;
const MARGIN = amountOf(NOTIONAL_MARGIN, 'margin');

/** So many orders may carry the quantity of one coin; more would be an attack on the exchange's limits. */
const PARTS_MAX = 10;

/** The step of amounts where the market has none of its own: exchanges write eight decimals. */
export const FINEST_STEP = '0.00000001';

/** A market's rules as decimals, undefined where there is none; `null` in an ideal market. */
export type Grid = {
  tick: Decimal;
  lot: Decimal;
  amountMin: Decimal;
  amountMax: Decimal | undefined;
  notionalMin: Decimal;
  notionalMax: Decimal | undefined;
  positionMax: Decimal | undefined;
  buyPriceMax: Decimal | undefined;
  sellPriceMin: Decimal | undefined;
} | null;

/** Undefined when one of the rules is no amount. */
const gridOf = (rules: MarketRules): Grid | undefined => {
  const { notionalMax = '0', positionMax = '0', buyPriceMax = '0', sellPriceMin = '0' } = rules;
  const [tick, lot, amountMin, amountMax, notionalMin, worthMax, heldMax, highest, lowest] = [
    rules.tickSize,
    rules.lotSize,
    rules.amountMin,
    rules.amountMax,
    rules.notionalMin,
    notionalMax,
    positionMax,
    buyPriceMax,
    sellPriceMin,
  ].map(plainAmount);
  if (!tick || !lot || !amountMin || !amountMax || !notionalMin) return undefined;
  if (!worthMax || !heldMax || !highest || !lowest) return undefined;
  const step = (size: Decimal) => (size.eq(ZERO) ? amountOf(FINEST_STEP, 'step') : size);
  const most = (limit: Decimal) => (limit.eq(ZERO) ? undefined : limit);
  return {
    tick: step(tick),
    lot: step(lot),
    amountMin,
    amountMax: most(amountMax),
    notionalMin,
    notionalMax: most(worthMax),
    positionMax: most(heldMax),
    buyPriceMax: most(highest),
    sellPriceMin: most(lowest),
  };
};

/** The market of a coin, or why it is not traded. */
export const marketOf = (rules: Market['rules'], coin: string): { grid: Grid } | { problem: SkipReason } => {
  if (rules === null) return { grid: null };
  const market = rules[coin];
  if (!market) return { problem: 'no-market' };
  const grid = gridOf(market);
  return grid === undefined ? { problem: 'unreadable-rules' } : { grid };
};

/** The reference price on the market's tick, against the trader. */
export const tickPrice = (price: Decimal, side: Side, grid: Grid): Decimal => {
  if (grid === null) return price;
  return side === 'buy' ? ceilTo(price, grid.tick) : floorTo(price, grid.tick);
};

/** True if the market takes an order at a tick from this price, where the next offer is at the earliest. */
export const isTaken = (price: Decimal, side: Side, grid: Grid): boolean => {
  if (grid === null) return true;
  const { tick, buyPriceMax, sellPriceMin } = grid;
  if (side === 'buy') return buyPriceMax === undefined || price.plus(tick).lte(buyPriceMax);
  return sellPriceMin === undefined || price.minus(tick).gte(sellPriceMin);
};

/** The worst price that the market takes, on its tick, within `margin` of `price`, which is one of those itself. */
export const limitPrice = (price: Decimal, side: Side, margin: Decimal, grid: Grid): Decimal => {
  const limit = price.times(side === 'buy' ? ONE.plus(margin) : ONE.minus(margin));
  if (grid === null) return limit;
  const { tick, buyPriceMax = limit, sellPriceMin = limit } = grid;
  return side === 'buy'
    ? floorTo(smallerOf(limit, buyPriceMax), tick)
    : ceilTo(largerOf(limit, sellPriceMin), tick);
};

/** The part of `quantity` that can be ordered at prices of at least `lowest`, or why nothing. */
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
  prices: Prices,
  grid: Grid,
): Ordered => {
  const { price, limit } = prices;
  const parts = grid === null ? [quantity] : partsOf(quantity, prices, grid);
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

type Prices = { price: Decimal; limit: Decimal };

/** Undefined: any quantity is accepted. */
const largestOrder = ({ price, limit }: Prices, grid: NonNullable<Grid>): Decimal | undefined => {
  const { amountMax, notionalMax, lot } = grid;
  const worth = notionalMax?.div(price.gt(limit) ? price : limit);
  const amount = amountMax && worth ? smallerOf(amountMax, worth) : (amountMax ?? worth);
  return amount && floorTo(amount, lot);
};

/**
 * Parts that differ by one lot at most. Where a market's largest order is less than twice its smallest, these may be too
 * small: then as many of the largest as fit.
 */
const partsOf = (quantity: Decimal, prices: Prices, grid: NonNullable<Grid>): Decimal[] => {
  const largest = largestOrder(prices, grid);
  if (!largest || quantity.lte(largest)) return [quantity];
  const lowest = smallerOf(prices.price, prices.limit);
  const isLegal = (part: Decimal) => 'quantity' in legalQuantity(part, lowest, grid);
  if (!isLegal(largest)) return [];
  const whole = Number(smallerOf(stepsIn(quantity, largest), amountOf(PARTS_MAX, 'parts')));
  const count = Math.min(PARTS_MAX, Number(ceilTo(quantity.div(largest), ONE)));
  const lots = stepsIn(smallerOf(quantity, largest.times(count)), grid.lot);
  const each = floorTo(lots.div(count), ONE);
  if (!isLegal(each.times(grid.lot))) return Array.from({ length: whole }, () => largest);
  const larger = Number(lots.minus(each.times(count)));
  return Array.from({ length: count }, (_, part) => (part < larger ? each.plus(ONE) : each).times(grid.lot));
};
