// The shape of an endpoint of the exchange, and its inputs.
import type { Limits } from '../market/limits.ts';
import type { Market } from '../market/markets.ts';
import type { PriceHistory } from '../market/price-history.ts';
import type { Parameters } from './parameters.ts';

export interface Exchange {
  /** The exchange's clock, milliseconds since the epoch. */
  now(): number;
  /** Loads a market's candles the first time they are needed. */
  historyOf(market: Market): Promise<PriceHistory>;
  /** False for a market that is halted or delisted. */
  isTrading(market: Market): boolean;
  /** False for a market that the exchange knows nothing of any more. */
  isListed(market: Market): boolean;
  /** False for a market that is not for spot trading. */
  isSpot(market: Market): boolean;
  /** The limits that its orders must keep now. */
  limitsOf(market: Market): Limits;
  isInMaintenance(): boolean;
}

export interface Endpoint {
  readonly path: string;
  /** The request's share of the weight allowed per minute. */
  weight(query: URLSearchParams): number;
  /** The body of the answer; throws an ApiError to refuse. */
  answer(parameters: Parameters, exchange: Exchange): unknown;
}
