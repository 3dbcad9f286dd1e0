// Fits the wanted buys of a rebalance into the available cash: all shrink by one factor, none becomes illegal.
import { amountOf, type Decimal, ONE, smallerOf, sumOf, ZERO } from './decimal.ts';
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
import type { Holding, Market, PlannedOrder, SkippedCoin, SkipReason, WantedBuy } from './plan.ts';

/**
 * So far above the reference price a buy may always be filled, within `limitMargin`: an order at the reference price
 * itself would not reach the best offer, whatever slippage a backtest has assumed.
 */
const ROOM = 0.002;

export type FittedBuys = { buys: PlannedOrder[]; skipped: SkippedCoin[] };

/** The account's holdings count where the exchange limits how much of a coin it may hold. */
export type BuyersMarket = Market & { holdings?: readonly Holding[] };

/**
 * The buys that `cash` pays for, with fees and slippage. When it does not pay for all, all shrink by one factor, as
 * in `simulate`. A buy that is too small for the exchange is left out, the smallest first, and its cash goes to the others.
 */
export const fitBuys = (wanted: readonly WantedBuy[], cash: string, market: BuyersMarket): FittedBuys => {
  const { ordered, skipped } = fittedBuys(wanted, amountOf(cash, 'cash'), market);
  return { buys: ordered.flatMap(({ orders }) => orders), skipped };
};

type Buy = { coin: string; wanted: Decimal; quantity: Decimal; price: Decimal; grid: Grid };

/** `traded`: what the sells of the same rebalance come to at most. */
export const fittedBuys = (
  wanted: readonly WantedBuy[],
  cash: Decimal,
  market: BuyersMarket,
  traded: readonly Decimal[] = [],
): { ordered: Ordered[]; skipped: SkippedCoin[] } => {
  const { skipped, buys: priced } = pricedBuys(wanted, market);
  const fee = ONE.plus(amountOf(market.feeRate, 'fee rate'));
  const worse = fee.times(ONE.plus(amountOf(roomOf(market), 'slippage')));
  let buys = priced;
  for (;;) {
    const scale = scaleTo(cash, buys, worse);
    const sized = buys.map((buy) => ({
      buy,
      legal: legalQuantity(buy.quantity.times(scale), buy.price, buy.grid),
    }));
    const tooSmall = sized
      .filter(({ legal }) => 'problem' in legal || legal.quantity.eq(ZERO))
      .map(({ buy }) => buy);
    if (tooSmall.length === 0) {
      const fitted = sized.flatMap(({ buy, legal }) =>
        'quantity' in legal ? [{ ...buy, quantity: legal.quantity }] : [],
      );
      const cutToTurnover = turnoverCounter(market.limits, traded);
      return { ordered: ordersWithin(fitted, cash, { fee, market, cutToTurnover, skipped }), skipped };
    }
    const smallest = tooSmall.reduce((least, buy) => (buy.wanted.lt(least.wanted) ? buy : least));
    skipped.push(skipOf(smallest, reasonFor(smallest)));
    buys = buys.filter((buy) => buy !== smallest);
  }
};

const roomOf = ({ slippage, limitMargin = 0 }: Market): number =>
  Math.max(slippage, Math.min(limitMargin, ROOM));

const pricedBuys = (
  wanted: readonly WantedBuy[],
  { prices, rules, limitMargin = 0, limits, holdings = [] }: BuyersMarket,
) => {
  const skipped: SkippedCoin[] = [];
  const buys: Buy[] = [];
  for (const { coin, notional } of wanted) {
    const skip = (reason: SkipReason, left = notional) =>
      skipped.push({ coin, side: 'buy', notional: left, reason });
    const market = marketOf(rules, coin);
    const reference = amountOf(prices[coin] ?? 0, `price of ${coin}`);
    if (reference.eq(ZERO) || 'problem' in market) {
      skip('problem' in market && reference.gt(ZERO) ? market.problem : 'no-price');
      continue;
    }
    const { grid } = market;
    const amount = amountOf(notional, `notional of ${coin}`);
    const whole = amount.div(reference);
    const room = roomFor(
      holdings.find((holding) => holding.coin === coin),
      grid,
    );
    const roomy = room?.lt(whole) === true ? room : whole;
    const price = tickPrice(reference, 'buy', grid);
    if (!isTaken(price, 'buy', grid)) {
      skip('outside-price-band');
      continue;
    }
    const limit = limitPrice(price, 'buy', amountOf(limitMargin, 'limit margin'), grid);
    const { quantity, left, reason } = cutToOrderMax(roomy, { price, limit }, grid, limits);
    const worth = (part: Decimal) => part.times(reference);
    const beyond = whole.minus(roomy);
    if (beyond.gt(ZERO)) skip('above-position-max', worth(beyond).toFixed());
    if (reason !== null) skip(reason, worth(left).toFixed());
    const isWhole = quantity.eq(whole);
    if (isWhole || quantity.gt(ZERO))
      buys.push({ coin, wanted: isWhole ? amount : worth(quantity), quantity, price, grid });
  }
  return { skipped, buys };
};

/** How much more of a coin the account may have; undefined: any amount. */
const roomFor = (holding: Holding | undefined, grid: Grid): Decimal | undefined => {
  if (!grid?.positionMax) return undefined;
  const { coin = '', free = '0', locked = '0', openBuys = '0' } = holding ?? {};
  const had = sumOf([free, locked, openBuys].map((amount) => amountOf(amount, `holding of ${coin}`)));
  return had.lt(grid.positionMax) ? grid.positionMax.minus(had) : ZERO;
};

/** The factor that shrinks all buys; 1 when the cash suffices. */
const scaleTo = (cash: Decimal, buys: readonly Buy[], worse: Decimal): Decimal => {
  const cost = notionalOf(buys).times(worse);
  return cost.gt(cash) ? cash.div(cost) : ONE;
};

const notionalOf = (buys: readonly Buy[]): Decimal =>
  sumOf(buys.map(({ quantity, price }) => quantity.times(price)));

type Within = {
  fee: Decimal;
  market: Market;
  cutToTurnover: ReturnType<typeof turnoverCounter>;
  skipped: SkippedCoin[];
};

/** Orders whose limits, all filled and with fees, stay within the cash. */
const ordersWithin = (
  buys: readonly Buy[],
  cash: Decimal,
  { fee, market: { limitMargin = 0 }, cutToTurnover, skipped }: Within,
): Ordered[] => {
  if (buys.length === 0) return [];
  const affordable = cash.div(notionalOf(buys).times(fee)).minus(ONE);
  const margin = smallerOf(amountOf(limitMargin, 'limit margin'), affordable);
  return buys.flatMap(({ coin, quantity, price, grid }) => {
    const limit = limitPrice(price, 'buy', margin, grid);
    const cut = cutToTurnover(quantity, { price, limit }, grid);
    const ordered = ordersFor(coin, 'buy', cut.quantity, { price, limit }, grid);
    const skip = (left: Decimal, reason: SkipReason) =>
      skipped.push({ coin, side: 'buy', notional: left.times(price).toFixed(), reason });
    if (cut.reason !== null) skip(cut.left, cut.reason);
    const left = cut.quantity.minus(ordered.quantity);
    if (left.gt(ZERO)) skip(left, 'above-amount-max');
    return cut.quantity.eq(ZERO) ? [] : [ordered];
  });
};

/** A buy that would be legal in full is too small only because cash is short. */
const reasonFor = ({ quantity, price, grid }: Buy): SkipReason => {
  const legal = legalQuantity(quantity, price, grid);
  return 'problem' in legal ? legal.problem : 'no-cash';
};

const skipOf = ({ coin, wanted }: Buy, reason: SkipReason): SkippedCoin => ({
  coin,
  side: 'buy',
  notional: wanted.toFixed(),
  reason,
});
