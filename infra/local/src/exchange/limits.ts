// The trading rules of a market, which exchangeInfo declares and every order must keep.
import { type Amount, amountOfUnits } from './amount.ts';
import { DECIMALS, powerOfTen } from './decimal.ts';
import type { Market } from './markets.ts';
import { walkParametersOf } from './walk-parameters.ts';

/** A limit of 0 is none. */
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
  /** The most of the coin that an account may have, with its open buys. */
  readonly positionMax: Amount;
}

/** How faults change the rules of a market. */
export interface RuleChanges {
  /** It has neither steps nor largest amounts. */
  readonly isUnlimited: boolean;
  readonly positionMax: Amount;
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
  positionMax: 0n,
});

const UNLIMITED = { tick: 0n, lot: 0n, priceMax: 0n, quantityMax: 0n, notionalMax: 0n } as const;

/** What a market declares and checks while faults change it. */
export const changedLimits = (market: Market, { isUnlimited, positionMax }: RuleChanges): Limits => ({
  ...limitsOf(market),
  ...(isUnlimited && UNLIMITED),
  positionMax,
});
