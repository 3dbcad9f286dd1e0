// The one order planner behind backtest, preview and live trading: from target weights to legal orders.
import { BAND_ROUNDING, checkBand } from '../drift-band.ts';
import { amountOf, type Decimal, largerOf, smallerOf, sumOf, ZERO } from './decimal.ts';
import { fittedBuys } from './fit-buys.ts';
import {
  type Grid,
  isTaken,
  legalQuantity,
  limitPrice,
  marketOf,
  type Ordered,
  ordersFor,
  tickPrice,
} from './legal-orders.ts';
import { cutToOrderMax, turnoverCounter } from './order-limits.ts';
import type { PlanInput, PlannedOrder, PlanOutcome, RebalancePlan, SkippedCoin, WantedBuy } from './plan.ts';
import { driftOf, type Held, outcomeOf, shareKept, worthOf } from './plan-outcome.ts';

/** Above this a weight, or the sum of weights, is wrong rather than rounded. */
const WEIGHT_MAX = 1 + 1e-6;

/** A wanted trade below this share of the portfolio is rounding noise, not a trade. */
const ROUNDING_NOISE = amountOf(1e-12, 'noise');

type Position = Held & {
  free: Decimal;
  /** Or why it is not traded. */
  market: { grid: Grid } | { problem: SkippedCoin['reason'] };
};

/**
 * Plans one rebalance: sells first, then the buys that the settled cash pays for after fees and slippage, all shrunk by
 * one factor when it does not suffice. In an ideal market (`rules: null`) this is what `simulate` does at a bar's open.
 * @throws RangeError for weights, amounts or rates that no valid strategy or exchange can give
 */
export const planRebalance = (input: PlanInput): RebalancePlan => {
  checkRates(input);
  const cash = amountOf(input.cash, 'cash');
  const positions = positionsOf(input);
  const value = sumOf([cash, ...positions.map(worthOf)]);
  const wanted = wantedTrades(positions, value, input);
  const sold = sellsOf(wanted.sells, input);
  const proceeds = sumOf(sold.ordered.map(({ notional }) => notional)).times(shareKept(input));
  const traded = sold.ordered.map(({ notional, atLimit }) => largerOf(notional, atLimit));
  const bought = fittedBuys(wanted.buys, cash.plus(proceeds), input, traded);
  const sells = sold.ordered.flatMap(({ orders }) => orders);
  const buys = bought.ordered.flatMap(({ orders }) => orders);
  const { after, cashAfter: _, ...costs } = outcomeOf(positions, [...sells, ...buys], input);
  return {
    value: value.toFixed(),
    sells,
    buys,
    wantedBuys: wanted.buys,
    skipped: [...wanted.skipped, ...sold.skipped, ...bought.skipped],
    drift: { before: driftOf(positions, value), after },
    ...costs,
  };
};

/** The outcome of some of the orders of a plan, where the others are not sent. */
export const planOutcome = (input: PlanInput, orders: readonly PlannedOrder[]): PlanOutcome =>
  outcomeOf(positionsOf(input), orders, input);

const checkRates = ({ feeRate, slippage, limitMargin = 0, band }: PlanInput): void => {
  for (const [name, rate] of Object.entries({ feeRate, slippage, limitMargin })) {
    if (!(rate >= 0 && rate < 1)) throw new RangeError(`${name} is ${rate}, not in 0..1`);
  }
  if (band) checkBand(band);
};

const positionsOf = ({ weights, holdings, prices, rules }: PlanInput): Position[] => {
  const held = new Map(holdings.map((holding) => [holding.coin, holding]));
  let sum = 0;
  const positions = Object.entries(weights).map(([coin, weight]): Position => {
    if (!(weight >= 0 && weight <= WEIGHT_MAX)) {
      throw new RangeError(`target weight of ${coin} is ${weight}, not in 0..1`);
    }
    sum += weight;
    const { free, locked } = held.get(coin) ?? { free: '0', locked: '0' };
    const unlocked = amountOf(free, `free ${coin}`);
    const total = unlocked.plus(amountOf(locked, `locked ${coin}`));
    const price = amountOf(prices[coin] ?? 0, `price of ${coin}`);
    return { coin, free: unlocked, total, price, weight, market: marketOf(rules, coin) };
  });
  if (sum > WEIGHT_MAX) throw new RangeError(`target weights sum to ${sum}, more than 1`);
  return positions;
};

type WantedSell = { position: Position; grid: Grid; notional: Decimal };
type Wanted = { sells: WantedSell[]; buys: WantedBuy[]; skipped: SkippedCoin[] };

/** The lack or excess of each coin, as a notional at its reference price. */
const wantedTrades = (
  positions: readonly Position[],
  value: Decimal,
  { band, buyable }: Pick<PlanInput, 'band' | 'buyable'>,
): Wanted => {
  const wanted: Wanted = { sells: [], buys: [], skipped: [] };
  const noise = value.times(ROUNDING_NOISE);
  const width = value.times(amountOf(band?.width ?? 0, 'band'));
  for (const position of positions) {
    const { coin, weight, price, market } = position;
    const change = value.times(amountOf(weight, 'weight')).minus(worthOf(position));
    const side = change.gt(ZERO) ? 'buy' : 'sell';
    const skip = (reason: SkippedCoin['reason']) =>
      wanted.skipped.push({ coin, side, notional: change.abs().toFixed(), reason });
    if (price.eq(ZERO)) {
      if (weight > 0 || position.total.gt(ZERO)) skip('no-price');
      continue;
    }
    if (change.abs().lte(noise)) continue;
    if ('problem' in market) {
      skip(market.problem);
      continue;
    }
    const isBanded = band !== undefined && weight > 0;
    if (isBanded && change.abs().lte(width.times(BAND_ROUNDING))) {
      skip('within-band');
      continue;
    }
    if (side === 'buy' && buyable && !buyable.includes(coin)) {
      skip('not-allowed');
      continue;
    }
    const notional = isBanded && band.to === 'edge' ? change.abs().minus(width) : change.abs();
    if (side === 'buy') wanted.buys.push({ coin, notional: notional.toFixed() });
    else wanted.sells.push({ position, grid: market.grid, notional });
  }
  return wanted;
};

const sellsOf = (
  sells: readonly WantedSell[],
  { limitMargin = 0, limits }: PlanInput,
): { ordered: Ordered[]; skipped: SkippedCoin[] } => {
  const margin = amountOf(limitMargin, 'limit margin');
  const cutToTurnover = turnoverCounter(limits);
  const ordered: Ordered[] = [];
  const skipped: SkippedCoin[] = [];
  for (const { position, grid, notional } of sells) {
    const { coin, price: reference, total, free, weight } = position;
    const skip = (quantity: Decimal, reason: SkippedCoin['reason']) =>
      skipped.push({ coin, side: 'sell', notional: quantity.times(reference).toFixed(), reason });
    const quantity = weight === 0 ? total : smallerOf(total, notional.div(reference));
    const sellable = smallerOf(quantity, free);
    if (quantity.gt(free)) skip(quantity.minus(free), 'locked');
    if (sellable.eq(ZERO)) continue;
    const price = tickPrice(reference, 'sell', grid);
    if (price.eq(ZERO)) {
      skip(sellable, 'no-price');
      continue;
    }
    if (!isTaken(price, 'sell', grid)) {
      skip(sellable, 'outside-price-band');
      continue;
    }
    const limit = limitPrice(price, 'sell', margin, grid);
    const legal = legalQuantity(sellable, limit, grid);
    if ('problem' in legal) {
      skip(sellable, legal.problem);
      continue;
    }
    const largest = cutToOrderMax(legal.quantity, { price, limit }, grid, limits);
    const cut = cutToTurnover(largest.quantity, { price, limit }, grid);
    for (const { left, reason } of [largest, cut]) if (reason !== null) skip(left, reason);
    if (cut.quantity.eq(ZERO)) continue;
    const orders = ordersFor(coin, 'sell', cut.quantity, { price, limit }, grid);
    const left = cut.quantity.minus(orders.quantity);
    if (left.gt(ZERO)) skip(left, 'above-amount-max');
    ordered.push(orders);
  }
  return { ordered, skipped };
};
