// An order takes from the book level by level, up to its limit.

import { limitsOf } from '../market/limits.ts';
import type { Level, OrderBook } from '../market/order-book.ts';
import { type Amount, least, product, quotient } from '../numbers/amount.ts';
import type { Side, Take } from './account.ts';

export interface Wish {
  readonly side: Side;
  /** 0 takes any price. */
  readonly price: Amount;
  readonly quantity: Amount;
  /** The sum to spend or earn, where no quantity is given. */
  readonly quoteQuantity: Amount;
}

/** The pieces that the order gets at once; fewer than wished when the book does not reach. */
export const takeFrom = (book: OrderBook, wish: Wish): Take[] => {
  const levels = wish.side === 'BUY' ? book.asks : book.bids;
  const within = levels.filter(({ price }) => isWithin(wish, price));
  return wish.quantity > 0n ? byQuantity(within, wish.quantity) : byQuote(within, wish.quoteQuantity, book);
};

export const isWithin = ({ side, price }: Pick<Wish, 'side' | 'price'>, offered: Amount): boolean =>
  price === 0n || (side === 'BUY' ? offered <= price : offered >= price);

const byQuantity = (levels: readonly Level[], quantity: Amount): Take[] => {
  let left = quantity;
  const takes: Take[] = [];
  for (const level of levels) {
    if (left === 0n) break;
    const part = least(left, level.quantity);
    takes.push({ price: level.price, quantity: part });
    left -= part;
  }
  return takes;
};

const byQuote = (levels: readonly Level[], quote: Amount, { market }: OrderBook): Take[] => {
  const { lot } = limitsOf(market);
  let left = quote;
  const takes: Take[] = [];
  for (const level of levels) {
    const part = least(quotient(left, level.price, lot), level.quantity);
    if (part === 0n) break;
    takes.push({ price: level.price, quantity: part });
    left -= product(part, level.price);
  }
  return takes;
};

export const quantityOf = (takes: readonly Take[]): Amount =>
  takes.reduce((sum, { quantity }) => sum + quantity, 0n);

export const quoteOf = (takes: readonly Take[]): Amount =>
  takes.reduce((sum, { price, quantity }) => sum + product(price, quantity), 0n);

/** Splits pieces in two: the first so many hundredths of their quantity, and the rest. */
export const splitTakes = (takes: readonly Take[], percent: number, lot: Amount): [Take[], Take[]] => {
  const whole = (quantityOf(takes) * BigInt(Math.round(percent))) / 100n;
  let left = whole - (whole % lot);
  const [first, rest]: [Take[], Take[]] = [[], []];
  for (const { price, quantity } of takes) {
    const part = least(left, quantity);
    if (part > 0n) first.push({ price, quantity: part });
    if (quantity > part) rest.push({ price, quantity: quantity - part });
    left -= part;
  }
  return [first, rest];
};
