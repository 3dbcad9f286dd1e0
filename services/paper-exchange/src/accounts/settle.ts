// Books fills: balances move, fees are taken, and the order goes on or ends.

import { type Market, QUOTE } from '../market/markets.ts';
import { type Amount, product, quotient } from '../numbers/amount.ts';
import { type Account, type Fill, holdingOf, move, type Order, type Take } from './account.ts';

/** A tenth of a percent of what an order gets, in that asset, cut off at eight decimals. */
const FEE_DIVISOR = 1_000n;
/** Who pays in the exchange's own coin pays three quarters of it. */
export const FEE_COIN = 'BNB';
const FEE_COIN_SHARE = { of: 3n, parts: 4n } as const;

/** The asset that an order gives. */
export const givenBy = (order: Pick<Order, 'side'>, market: Market): string =>
  order.side === 'BUY' ? QUOTE : market.coin;

/** Holds back what the order may have to give. */
export const lock = (account: Account, order: Order, market: Market): void =>
  move(account, givenBy(order, market), -order.locked, order.locked);

/** Releases what an ended order still holds. */
export const unlock = (account: Account, order: Order, market: Market): void => {
  move(account, givenBy(order, market), order.locked, -order.locked);
  order.locked = 0n;
};

export interface FillContext {
  readonly market: Market;
  readonly isMaker: boolean;
  readonly atMs: number;
  /** Of the exchange's own coin, for an account that pays fees with it. */
  readonly feeCoinPrice?: Amount | undefined;
  nextId(): number;
}

/** The fee of a piece in the exchange's own coin; undefined where the account does not pay so, or has not enough of it. */
const feeInCoin = (account: Account, quote: Amount, price: Amount | undefined): Amount | undefined => {
  if (!price) return undefined;
  const { of, parts } = FEE_COIN_SHARE;
  const fee = quotient((quote * of) / (parts * FEE_DIVISOR), price, 1n);
  return holdingOf(account, FEE_COIN).free >= fee ? fee : undefined;
};

/** Books the pieces of an order and returns them as fills. */
export const fill = (account: Account, order: Order, takes: readonly Take[], context: FillContext): Fill[] =>
  takes.map((take) => fillOne(account, order, take, context));

const fillOne = (account: Account, order: Order, take: Take, context: FillContext): Fill => {
  const { market } = context;
  const quote = product(take.price, take.quantity);
  const isBuy = order.side === 'BUY';
  const [gotAsset, got] = isBuy ? [market.coin, take.quantity] : [QUOTE, quote];
  const held = isBuy ? heldFor(order, take, quote) : take.quantity;
  if (isBuy) move(account, QUOTE, held - quote, -held);
  else move(account, market.coin, 0n, -held);
  order.locked -= held;
  move(account, gotAsset, got, 0n);
  const inCoin = feeInCoin(account, quote, context.feeCoinPrice);
  const commission = inCoin ?? got / FEE_DIVISOR;
  const commissionAsset = inCoin === undefined ? gotAsset : FEE_COIN;
  move(account, commissionAsset, -commission, 0n);
  order.executed += take.quantity;
  order.quoteExecuted += quote;
  order.updatedMs = context.atMs;
  return {
    id: context.nextId(),
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    side: order.side,
    price: take.price,
    quantity: take.quantity,
    quote,
    commission,
    commissionAsset,
    isMaker: context.isMaker,
    atMs: context.atMs,
  };
};

/** The amount that a buy holds for a piece: at its limit, which is what it locked. */
const heldFor = (order: Order, take: Take, quote: Amount): Amount =>
  order.price > 0n ? product(order.price, take.quantity) : quote;
