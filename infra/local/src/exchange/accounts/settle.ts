// Books fills: balances move, fees are taken, and the order goes on or ends.
import { type Amount, product } from '../amount.ts';
import { type Market, QUOTE } from '../markets.ts';
import { type Account, type Fill, move, type Order, type Take } from './account.ts';

/** A tenth of a percent of what an order gets, in that asset, cut off at eight decimals. */
const FEE_DIVISOR = 1_000n;

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
  nextId(): number;
}

/** Books the pieces of an order and returns them as fills. */
export const fill = (account: Account, order: Order, takes: readonly Take[], context: FillContext): Fill[] =>
  takes.map((take) => fillOne(account, order, take, context));

const fillOne = (account: Account, order: Order, take: Take, context: FillContext): Fill => {
  const { market } = context;
  const quote = product(take.price, take.quantity);
  const got = order.side === 'BUY' ? take.quantity : quote;
  const commission = got / FEE_DIVISOR;
  if (order.side === 'BUY') {
    const held = heldFor(order, take, quote);
    move(account, QUOTE, held - quote, -held);
    move(account, market.coin, got - commission, 0n);
    order.locked -= held;
  } else {
    move(account, market.coin, 0n, -take.quantity);
    move(account, QUOTE, got - commission, 0n);
    order.locked -= take.quantity;
  }
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
    commissionAsset: order.side === 'BUY' ? market.coin : QUOTE,
    isMaker: context.isMaker,
    atMs: context.atMs,
  };
};

/** What a buy holds for a piece: at its limit, which is what it locked. */
const heldFor = (order: Order, take: Take, quote: Amount): Amount =>
  order.price > 0n ? product(order.price, take.quantity) : quote;
