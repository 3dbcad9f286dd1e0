// The differences between exchanges behind ccxt: how they refuse, count requests, and name things.
import type { MarketRules } from '@tradeium/portfolio';
import type { Exchange as CcxtExchange, MarketInterface } from 'ccxt';

/** Parameters of a ccxt method that only one exchange knows. */
type Parameters = Readonly<Record<string, string>>;

/**
 * The meaning of the exchange's refusal of an order: that there is none, that there is none because of the time of the request,
 * that no other one will be accepted with these keys or of this account, or nothing.
 */
export type Refusal = {
  readonly reason: string;
  readonly meaning: 'no-order' | 'clock' | 'keys-refused' | 'account-refused' | 'unknown';
};

/** The rights of keys; null for what the exchange does not say. */
export type KeyRights = {
  readonly mayRead: boolean;
  readonly mayTrade: boolean;
  readonly mayWithdraw: boolean;
  readonly isIpRestricted: boolean | null;
};

/** Which prices a market takes of an order: from a smallest to a largest one, and shares of its average price. 0: no rule. */
export type PriceRules = {
  readonly buyMax: string;
  readonly sellMin: string;
  readonly buyShareMax: string;
  readonly sellShareMin: string;
};

/** One for each supported exchange, in its own file; `dialects.ts` lists them. */
export type ExchangeDialect = {
  /** Options of its ccxt client. It refuses a signed request that is older than `receivedWithinMs`. */
  clientOptions(receivedWithinMs: number): Readonly<Record<string, unknown>>;
  /** Changes what ccxt does for it that does not fit a client which all accounts share. */
  adjust(exchange: CcxtExchange): void;
  /** Its addresses on another server that speaks its protocol. */
  addressesAt(url: string): Parameters;
  /** How much of the exchange's limit is used from this network address, 0 to 1; 0 when the answer does not say. */
  shareOfLimitUsed(headers: Headers): number;
  /** The refusal in an answer with a status of 4xx; undefined when it is not in the exchange's own words. */
  refusalIn(body: string): Refusal | undefined;
  /** A market's rules as the exchange wrote them, whether or not they can be read. */
  rulesIn(market: MarketInterface): Omit<MarketRules, 'coin'>;
  priceRulesIn(market: MarketInterface): PriceRules;
  /** The price that a market's shares are counted from: an average of some minutes. */
  averagePrice(exchange: CcxtExchange, market: MarketInterface): Promise<string>;
  /** Up to so many markets, a request for each costs less than one for all. */
  readonly marketsOneByOneMax: number;
  /** For the prices of these markets only; empty for all of them. */
  pricesOf(marketIds: readonly string[]): Parameters;
  orderByClientId(clientOrderId: string): Parameters;
  fillsOfOrder(exchangeOrderId: string): Parameters;
  /** For the fills that follow this one. */
  fillsAfter(fillId: string): Parameters;
  /** The rights of the client's keys; undefined where the exchange does not say. */
  keyRights(exchange: CcxtExchange): Promise<KeyRights | undefined>;
  /** The exchange's own number of the account, in the raw answer with its balances; null when there is none. */
  accountIdIn(balances: unknown): string | null;
};
