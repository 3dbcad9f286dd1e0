// Takes orders, cancels them, and matches resting orders with the market: the only place that changes an account's orders.

import { HOUR_MS } from '../market/intervals.ts';
import { type Limits, limitsOf } from '../market/limits.ts';
import { type Market, marketOf, QUOTE } from '../market/markets.ts';
import { bookOf, type OrderBook } from '../market/order-book.ts';
import type { PriceHistory } from '../market/price-history.ts';
import { type Amount, product } from '../numbers/amount.ts';
import { refuse } from '../requests/api-error.ts';
import {
  type Account,
  type Fill,
  holdingOf,
  isOpen,
  type Order,
  openOrdersOf,
  type Take,
} from './account.ts';
import type { AccountStore } from './account-store.ts';
import { isWithin, quantityOf, quoteOf, splitTakes, takeFrom } from './matching.ts';
import { checkFilters, type OrderRequest } from './order-request.ts';
import { FEE_COIN, fill, givenBy, lock, unlock } from './settle.ts';

/** How faults bend the next order. */
export interface Twists {
  /** The share that is filled at once, in percent. */
  readonly partialFill?: number | undefined;
  /** The order gets nothing. */
  readonly isUnfilled?: boolean;
  /** The order ends without its fills, which come later. */
  readonly fillAfterCancel?: boolean;
  readonly laterMs: number;
}

export interface Desk {
  place(
    account: Account,
    request: OrderRequest,
    twists: Twists,
  ): Promise<{ readonly order: Order; readonly fills: readonly Fill[] }>;
  cancel(account: Account, order: Order, twists: Twists): void;
  /** Brings resting orders and late fills up to now. */
  update(account: Account): Promise<void>;
}

interface DeskParts {
  readonly store: AccountStore;
  readonly now: () => number;
  readonly historyOf: (market: Market) => Promise<PriceHistory>;
  readonly isTrading: (market: Market) => boolean;
  readonly limitsOf: (market: Market) => Limits;
  /** True if the account pays its fees in the exchange's own coin. */
  readonly paysInFeeCoin: (account: Account) => boolean;
}

export const openDesk = (parts: DeskParts): Desk => {
  const { store, now, historyOf } = parts;
  /** Until when the candles were searched for a price that a resting order meets. */
  const searchedMs = new WeakMap<Order, number>();

  const feeCoinPriceFor = async (account: Account, nowMs: number): Promise<Amount | undefined> =>
    parts.paysInFeeCoin(account)
      ? bookOf(await historyOf(known(`${FEE_COIN}${QUOTE}`)), nowMs)?.price
      : undefined;

  const place: Desk['place'] = async (account, request, twists) => {
    const history = await historyOf(request.market);
    const nowMs = now();
    const book = parts.isTrading(request.market) ? bookOf(history, nowMs) : undefined;
    if (!book) throw refuse.marketClosed();
    const takes = admit(account, request, book, parts.limitsOf(request.market));
    const order = newOrder(store.nextId(), request, takes, nowMs);
    lock(account, order, request.market);
    const [first, later] = twisted(takes, request.market, twists);
    const feeCoinPrice = await feeCoinPriceFor(account, nowMs);
    const context = {
      market: request.market,
      isMaker: false,
      atMs: nowMs,
      feeCoinPrice,
      nextId: store.nextId,
    };
    const fills = fill(account, order, first, context);
    if (later.length > 0) order.later = { dueMs: nowMs + twists.laterMs, takes: later };
    end(account, order, request.market, twists.fillAfterCancel === true);
    store.keep(account, { orders: [order], fills });
    return { order, fills };
  };

  const update: Desk['update'] = async (account) => {
    const symbols = new Set(openOrdersOf(account).map(({ symbol }) => symbol));
    for (const { symbol, later } of account.orders.values()) if (later) symbols.add(symbol);
    const histories = await Promise.all([...symbols].map(async (symbol) => historyOf(known(symbol))));
    const nowMs = now();
    const feeCoinPrice = histories.length > 0 ? await feeCoinPriceFor(account, nowMs) : undefined;
    for (const history of histories) {
      const { market } = history;
      for (const order of [...account.orders.values()].filter(({ symbol }) => symbol === market.symbol)) {
        const takes = order.later ? dueOf(order, nowMs) : restingTakes(order, history, nowMs, searchedMs);
        if (takes.length === 0) continue;
        const isMaker = order.later === undefined;
        order.later = undefined;
        const context = { market, isMaker, atMs: nowMs, feeCoinPrice, nextId: store.nextId };
        const fills = fill(account, order, takes, context);
        end(account, order, market, false);
        store.keep(account, { orders: [order], fills });
      }
    }
  };

  return {
    place,
    update,
    cancel(account, order, twists) {
      if (!isOpen(order)) throw refuse.cancel();
      const left = order.quantity - order.executed;
      order.status = 'CANCELED';
      order.updatedMs = now();
      if (twists.fillAfterCancel)
        order.later = { dueMs: now() + twists.laterMs, takes: [{ price: order.price, quantity: left }] };
      else unlock(account, order, known(order.symbol));
      store.keep(account, { orders: [order] });
    },
  };
};

const known = (symbol: string): Market => {
  const market = marketOf(symbol);
  if (!market) throw refuse.symbol();
  return market;
};

/** The fills that the order gets at once; throws when the exchange does not accept it. */
const admit = (account: Account, request: OrderRequest, book: OrderBook, limits: Limits): Take[] => {
  checkFilters(request, book.price, limits);
  checkPosition(account, request, limits);
  const open = openOrdersOf(account);
  if (open.filter(({ symbol }) => symbol === book.market.symbol).length >= limits.openOrdersMax)
    throw refuse.filter('MAX_NUM_ORDERS');
  if (request.clientOrderId && open.some((order) => order.clientOrderId === request.clientOrderId))
    throw refuse.duplicateOrder();
  const takes = takeFrom(book, request);
  if (request.type === 'LIMIT_MAKER' && takes.length > 0) throw refuse.wouldTake();
  if (request.type === 'MARKET' && takes.length === 0) throw refuse.filter('LOT_SIZE');
  if (holdingOf(account, givenBy(request, book.market)).free < givenOf(request, takes))
    throw refuse.balance();
  return request.timeInForce === 'FOK' && quantityOf(takes) < request.quantity ? [] : takes;
};

/** Counts everything free, locked and in open buys, with the new order. */
const checkPosition = (account: Account, request: OrderRequest, { positionMax }: Limits): void => {
  if (positionMax === 0n || request.side === 'SELL') return;
  const { free, locked } = holdingOf(account, request.market.coin);
  const buys = openOrdersOf(account, request.market.symbol).filter(({ side }) => side === 'BUY');
  const position = buys.reduce((sum, { quantity }) => sum + quantity, free + locked + request.quantity);
  if (position > positionMax) throw refuse.position();
};

/** The most that an order may have to give. */
const givenOf = ({ side, type, price, quantity }: OrderRequest, takes: readonly Take[]): Amount => {
  if (side === 'SELL') return quantity > 0n ? quantity : quantityOf(takes);
  return type === 'MARKET' ? quoteOf(takes) : product(price, quantity);
};

const newOrder = (orderId: number, request: OrderRequest, takes: readonly Take[], nowMs: number): Order => ({
  orderId,
  clientOrderId: request.clientOrderId ?? `exchange-${orderId}`,
  symbol: request.market.symbol,
  side: request.side,
  type: request.type,
  timeInForce: request.timeInForce,
  price: request.price,
  quantity: request.quantity > 0n ? request.quantity : quantityOf(takes),
  quoteQuantity: request.quoteQuantity,
  atMs: nowMs,
  updatedMs: nowMs,
  status: 'NEW',
  executed: 0n,
  quoteExecuted: 0n,
  locked: givenOf(request, takes),
});

/** Splits the fills into those of now and those of later. */
const twisted = (takes: Take[], market: Market, twists: Twists): [Take[], Take[]] => {
  if (twists.isUnfilled) return [[], []];
  if (twists.fillAfterCancel) return [[], takes];
  if (twists.partialFill === undefined) return [takes, []];
  return splitTakes(takes, twists.partialFill, limitsOf(market).lot);
};

/** Gives an order the status that its fills make, and frees what it holds when it is done. */
const end = (account: Account, order: Order, market: Market, looksEnded: boolean): void => {
  const rests = order.type !== 'MARKET' && order.timeInForce === 'GTC';
  if (order.executed === order.quantity) order.status = 'FILLED';
  else if (order.later && looksEnded) order.status = 'EXPIRED';
  else if (order.later || (rests && order.status !== 'CANCELED'))
    order.status = order.executed > 0n ? 'PARTIALLY_FILLED' : 'NEW';
  else if (order.status !== 'CANCELED') order.status = 'EXPIRED';
  if (!isOpen(order) && !order.later) unlock(account, order, market);
};

const dueOf = ({ later }: Order, nowMs: number): readonly Take[] =>
  later && later.dueMs <= nowMs ? later.takes : [];

/** The fills that a resting order gets at its own price, from the hours since it was last looked at or from the book. */
const restingTakes = (
  order: Order,
  history: PriceHistory,
  nowMs: number,
  searchedMs: WeakMap<Order, number>,
): readonly Take[] => {
  if (!isOpen(order)) return [];
  const { market } = history;
  const left = order.quantity - order.executed;
  const scale = 10 ** (8 - market.fileDecimals.price);
  const from = Math.ceil((searchedMs.get(order) ?? order.atMs) / HOUR_MS);
  searchedMs.set(order, nowMs);
  for (let hour = from; hour < Math.floor(nowMs / HOUR_MS); hour += 1) {
    const candle = history.candleAt(hour, nowMs);
    const reached = order.side === 'BUY' ? candle?.low : candle?.high;
    if (reached && isWithin(order, BigInt(reached) * BigInt(scale)))
      return [{ price: order.price, quantity: left }];
  }
  const book = bookOf(history, nowMs);
  const offered = book ? takeFrom(book, { ...order, quantity: left }) : [];
  const quantity = quantityOf(offered);
  return quantity > 0n ? [{ price: order.price, quantity }] : [];
};
