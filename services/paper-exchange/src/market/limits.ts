// The trading rules of a market, which exchangeInfo declares and every order must keep.
import { type Amount, amountOfUnits, product } from '../numbers/amount.ts';
import { DECIMALS, powerOfTen } from '../numbers/decimal.ts';
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
  /** Shares of the market's price between which a limit price must lie. */
  readonly priceBand: { readonly down: Amount; readonly up: Amount };
  readonly openOrdersMax: number;
}

/** How faults change the rules of a market. */
export interface RuleChanges {
  /** It has neither steps nor largest amounts. */
  readonly isUnlimited: boolean;
  readonly positionMax: Amount;
  readonly priceMax: Amount | undefined;
  /** How far a limit price may lie from the market's, in percent. */
  readonly bandPercent: number | undefined;
  readonly openOrdersMax: number | undefined;
}

const ONE = amountOfUnits(1, 0);

/** A share of a price, in hundredths of a percent. */
const shareOf = (hundredths: number): Amount => amountOfUnits(hundredths, 4);

/** True if a limit price lies in a market's band. */
export const isInBand = (price: Amount, marketPrice: Amount, { priceBand }: Limits): boolean =>
  price >= product(marketPrice, priceBand.down) && price <= product(marketPrice, priceBand.up);

export const limitsOf = (market: Market): Limits => ({
  tick: amountOfUnits(1, market.priceDecimals),
  priceMax: amountOfUnits(powerOfTen(DECIMALS - market.priceDecimals), 0),
  lot: amountOfUnits(1, market.amountDecimals),
  quantityMax: amountOfUnits(market.amountMax, 0),
  marketQuantityMax: amountOfUnits(Math.floor(walkParametersOf(market.coin).volume / 5), 0),
  notionalMin: amountOfUnits(5, 0),
  notionalMax: amountOfUnits(9_000_000, 0),
  positionMax: 0n,
  priceBand: { down: ONE / 5n, up: ONE * 5n },
  openOrdersMax: 200,
});

const UNLIMITED = { tick: 0n, lot: 0n, priceMax: 0n, quantityMax: 0n, notionalMax: 0n } as const;

/** The limits that a market declares and checks while faults change them. */
export const changedLimits = (
  market: Market,
  { isUnlimited, positionMax, priceMax, bandPercent, openOrdersMax }: RuleChanges,
): Limits => {
  const band = Math.round((bandPercent ?? 0) * 100);
  return {
    ...limitsOf(market),
    ...(isUnlimited && UNLIMITED),
    positionMax,
    ...(priceMax !== undefined && { priceMax }),
    ...(bandPercent !== undefined && { priceBand: { down: ONE - shareOf(band), up: ONE + shareOf(band) } }),
    ...(openOrdersMax !== undefined && { openOrdersMax }),
  };
};
