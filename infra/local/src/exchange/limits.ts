// The trading rules of a market, which exchangeInfo declares and every order must keep.
import { type Amount, amountOfUnits } from './amount.ts';
import { DECIMALS, powerOfTen } from './decimal.ts';
import type { Market } from './markets.ts';
import { walkParametersOf } from './walk-parameters.ts';

export interface Limits {
  /** The smallest price, and the step of prices. */
  readonly tick: Amount;
  readonly priceMax: Amount;
  /** The smallest quantity, and the step of quantities. */
  readonly lot: Amount;
  readonly quantityMax: Amount;
  /** The most that one market order may take: about a fifth of what is traded in an hour. */
  readonly marketQuantityMax: Amount;
  readonly notionalMin: Amount;
  /** Not for market orders. */
  readonly notionalMax: Amount;
}

/** A limit price may be this many times above the market's, or below. */
export const PRICE_MULTIPLE_MAX = 5n;
export const OPEN_ORDERS_MAX = 200;

export const limitsOf = (market: Market): Limits => ({
  tick: amountOfUnits(1, market.priceDecimals),
  priceMax: amountOfUnits(powerOfTen(DECIMALS - market.priceDecimals), 0),
  lot: amountOfUnits(1, market.amountDecimals),
  quantityMax: amountOfUnits(market.amountMax, 0),
  marketQuantityMax: amountOfUnits(Math.floor(walkParametersOf(market.coin).volume / 5), 0),
  notionalMin: amountOfUnits(5, 0),
  notionalMax: amountOfUnits(9_000_000, 0),
});
