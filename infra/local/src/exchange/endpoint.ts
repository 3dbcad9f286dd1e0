// What an endpoint of the exchange is, and what it may use.
import type { Market } from './markets.ts';
import type { Parameters } from './parameters.ts';
import type { PriceHistory } from './price-history.ts';

export interface Exchange {
  /** The exchange's clock, milliseconds since the epoch. */
  now(): number;
  /** Loads a market's candles the first time they are needed. */
  historyOf(market: Market): Promise<PriceHistory>;
}

export interface Endpoint {
  readonly path: string;
  /** What a request costs of the weight that a minute has. */
  weight(query: URLSearchParams): number;
  /** The body of the answer; throws an ApiError to refuse. */
  answer(parameters: Parameters, exchange: Exchange): unknown;
}
