// Exact decimals for money and coins: sums and products are exact, quotients are cut after 20 decimals, never rounded up.
import Big from 'big.js';

/** With its own settings, so that no other user of the library changes how orders are rounded. */
const Decimal = Big();
Decimal.DP = 20;
Decimal.RM = Big.roundDown;

export type Decimal = Big;

export const ZERO: Decimal = new Decimal(0);
export const ONE: Decimal = new Decimal(1);

/** @throws RangeError for what is not an amount of at least 0; `what` names it */
export const amountOf = (given: string | number, what: string): Decimal => {
  const amount = parsed(given);
  if (amount === null || amount.lt(ZERO)) throw new RangeError(`${what} is ${given}, not an amount`);
  return amount;
};

const parsed = (given: string | number): Decimal | null => {
  try {
    return new Decimal(given);
  } catch {
    return null;
  }
};

/** Digits with at most one point, as exchanges write amounts: neither a sign nor an exponent that could be of any size. */
const PLAIN = /^\d{1,30}(\.\d{1,30})?$/;

/** Undefined for a text that is not written as an amount. */
export const plainAmount = (text: string): Decimal | undefined =>
  PLAIN.test(text) ? new Decimal(text) : undefined;

export const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(amount), ZERO);

export const smallerOf = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);
export const largerOf = (a: Decimal, b: Decimal): Decimal => (a.gt(b) ? a : b);

/** Whole steps in an amount; the rest is cut. */
export const stepsIn = (amount: Decimal, step: Decimal): Decimal => amount.div(step).round(0, Big.roundDown);

/** The largest multiple of the step in an amount. Most steps are powers of ten, for which cutting digits will do. */
export const floorTo = (amount: Decimal, step: Decimal): Decimal =>
  isPowerOfTen(step) ? amount.round(-step.e, Big.roundDown) : stepsIn(amount, step).times(step);

export const ceilTo = (amount: Decimal, step: Decimal): Decimal => {
  const floor = floorTo(amount, step);
  return floor.eq(amount) ? floor : floor.plus(step);
};

const isPowerOfTen = ({ c }: Decimal): boolean => c.length === 1 && c[0] === 1;
