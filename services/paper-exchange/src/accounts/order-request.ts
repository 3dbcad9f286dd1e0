// Reads a new order from its parameters and refuses what the exchange does not accept, filters included.

import { isInBand, type Limits } from '../market/limits.ts';
import type { Market } from '../market/markets.ts';
import { type Amount, amountOf, product, UNSIGNED_DECIMAL } from '../numbers/amount.ts';
import { refuse } from '../requests/api-error.ts';
import { type Parameters, readSymbol } from '../requests/parameters.ts';
import type { OrderType, Side, TimeInForce } from './account.ts';

const WORD = /^[A-Z_]{1,20}$/;
export const CLIENT_ORDER_ID = /^[a-zA-Z0-9-_]{1,36}$/;
const RESPONSES = ['ACK', 'RESULT', 'FULL'] as const;
export type ResponseType = (typeof RESPONSES)[number];

export interface OrderRequest {
  readonly market: Market;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly price: Amount;
  readonly quantity: Amount;
  readonly quoteQuantity: Amount;
  /** Undefined lets the exchange choose one. */
  readonly clientOrderId: string | undefined;
  readonly response: ResponseType;
}

/** A word of a list; another one is refused as that. */
const wordOf = <T extends string>(text: string, words: readonly T[], refusal: () => Error): T => {
  const word = words.find((one) => one === text);
  if (word === undefined) throw refusal();
  return word;
};

/** The amounts of an order; 0 for one that was not sent. */
const readAmounts = (parameters: Parameters) => {
  const amount = (name: string): Amount => {
    const text = parameters.optional(name, UNSIGNED_DECIMAL);
    if (text === undefined) return 0n;
    const value = amountOf(text);
    if (value === undefined) throw refuse.precision(name);
    if (value === 0n) throw refuse.invalid(name);
    return value;
  };
  return { price: amount('price'), quantity: amount('quantity'), quoteQuantity: amount('quoteOrderQty') };
};

export const readOrder = (parameters: Parameters): OrderRequest => {
  const symbol = readSymbol(parameters);
  const side = parameters.mandatory('side', WORD);
  const type = parameters.mandatory('type', WORD);
  const validity = parameters.optional('timeInForce', WORD);
  const amounts = readAmounts(parameters);
  const clientOrderId = parameters.optional('newClientOrderId', CLIENT_ORDER_ID);
  const response = parameters.optional('newOrderRespType', WORD);
  parameters.optional('selfTradePreventionMode', WORD);
  parameters.finish();
  const known = wordOf(type, ['LIMIT', 'LIMIT_MAKER', 'MARKET'], refuse.orderType);
  const order: OrderRequest = {
    market: symbol(),
    side: wordOf(side, ['BUY', 'SELL'], refuse.side),
    type: known,
    timeInForce: wordOf(validity ?? 'GTC', ['GTC', 'IOC', 'FOK'], refuse.timeInForce),
    ...amounts,
    clientOrderId,
    response: wordOf(response ?? (known === 'LIMIT_MAKER' ? 'ACK' : 'FULL'), RESPONSES, () =>
      refuse.invalid('newOrderRespType'),
    ),
  };
  checkCombination(order, validity !== undefined);
  return order;
};

const checkCombination = (order: OrderRequest, hasTimeInForce: boolean): void => {
  const { type, price, quantity, quoteQuantity } = order;
  if (type === 'LIMIT' && !hasTimeInForce) throw refuse.missing('timeInForce');
  if (type !== 'LIMIT' && hasTimeInForce) throw refuse.notRequired('timeInForce');
  if (type === 'MARKET') {
    if (price > 0n) throw refuse.notRequired('price');
    if (quantity > 0n && quoteQuantity > 0n) throw refuse.combination();
    if (quantity === 0n && quoteQuantity === 0n) throw refuse.missing('quantity');
    return;
  }
  if (quoteQuantity > 0n) throw refuse.notRequired('quoteOrderQty');
  if (quantity === 0n) throw refuse.missing('quantity');
  if (price === 0n) throw refuse.missing('price');
};

/** Throws when the order breaks a rule of its market, given the market's price. */
export const checkFilters = (order: OrderRequest, marketPrice: Amount, limits: Limits): void => {
  if (order.type !== 'MARKET') checkPrice(order.price, marketPrice, limits);
  if (order.quantity > 0n) checkQuantity(order, limits);
  const notional =
    order.quoteQuantity > 0n
      ? order.quoteQuantity
      : product(order.quantity, order.type === 'MARKET' ? marketPrice : order.price);
  if (notional < limits.notionalMin) throw refuse.filter('NOTIONAL');
  if (order.type !== 'MARKET' && isOver(notional, limits.notionalMax)) throw refuse.filter('NOTIONAL');
};

const isOver = (amount: Amount, limit: Amount): boolean => limit > 0n && amount > limit;
const isOff = (amount: Amount, step: Amount): boolean => step > 0n && amount % step !== 0n;

const checkPrice = (price: Amount, marketPrice: Amount, limits: Limits): void => {
  const { tick, priceMax } = limits;
  if (isOff(price, tick) || isOver(price, priceMax)) throw refuse.filter('PRICE_FILTER');
  if (!isInBand(price, marketPrice, limits)) throw refuse.filter('PERCENT_PRICE_BY_SIDE');
};

const checkQuantity = ({ quantity, type }: OrderRequest, limits: Limits): void => {
  if (isOff(quantity, limits.lot) || isOver(quantity, limits.quantityMax)) throw refuse.filter('LOT_SIZE');
  if (type === 'MARKET' && quantity > limits.marketQuantityMax) throw refuse.filter('MARKET_LOT_SIZE');
};
