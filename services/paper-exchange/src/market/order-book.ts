// The order book of a market, made from its candles: the price now, and a depth that follows the last hour's volume.
import { type Amount, amountOfUnits } from '../numbers/amount.ts';
import { HOUR_MS } from './intervals.ts';
import { limitsOf } from './limits.ts';
import type { Market } from './markets.ts';
import type { PriceHistory } from './price-history.ts';
import { lastPrice } from './resample.ts';
import { walkParametersOf } from './walk-parameters.ts';

export interface Level {
  readonly price: Amount;
  readonly quantity: Amount;
}

export interface OrderBook {
  readonly market: Market;
  /** The newest price, between the two sides. */
  readonly price: Amount;
  /** Offers to buy, the dearest first. */
  readonly bids: readonly Level[];
  /** Offers to sell, the cheapest first. */
  readonly asks: readonly Level[];
}

const LEVELS = 40;
/** Distances are in 10^-5 of the price: half a basis point from the price to the first level, then five a level. */
const FIRST_DISTANCE = 5n;
const DISTANCE = 50n;
const DISTANCE_UNIT = 100_000n;
/** The first level holds this share of an hour's volume, and each further one a quarter of that more. */
const SHARE_OF_VOLUME = 0.005;
/** A calm hour leaves at least this share of the usual depth. */
const CALM_SHARE = 0.1;

/** The book as it stands at a time; it is full again after every order. Undefined before the market was listed. */
export const bookOf = (history: PriceHistory, nowMs: number): OrderBook | undefined => {
  const { market } = history;
  const units = lastPrice(history, nowMs);
  if (!units) return undefined;
  const { tick, lot } = limitsOf(market);
  const exact = amountOfUnits(units, market.fileDecimals.price);
  const price = exact - (exact % tick) || tick;
  const firstLots = Math.max(1, Math.round((depthOf(history, nowMs) * SHARE_OF_VOLUME) / lotSize(market)));
  const levels = Array.from({ length: LEVELS }, (_, index) => {
    const distance = (price * (FIRST_DISTANCE + DISTANCE * BigInt(index))) / DISTANCE_UNIT;
    return {
      away: distance - (distance % tick) + tick,
      quantity: BigInt(Math.round(firstLots * (1 + index / 4))) * lot,
    };
  });
  return {
    market,
    price,
    bids: levels
      .map(({ away, quantity }) => ({ price: price - away, quantity }))
      .filter((level) => level.price > 0n),
    asks: levels.map(({ away, quantity }) => ({ price: price + away, quantity })),
  };
};

const lotSize = (market: Market): number => 10 ** -market.amountDecimals;

/** The quantity traded in an hour, in coins, by the last whole one. */
const depthOf = (history: PriceHistory, nowMs: number): number => {
  const { market } = history;
  const usual = walkParametersOf(market.coin).volume;
  const candle = history.candleAt(Math.floor(nowMs / HOUR_MS) - 1, nowMs);
  const volume = (candle?.volume ?? 0) / 10 ** market.fileDecimals.volume;
  return Math.max(volume, usual * CALM_SHARE);
};
