// An exchange account as trading uses it: amounts are decimal strings, exactly as the exchange writes them.
import type { MarketRules } from '@tradeium/portfolio';

export type Balance = { readonly asset: string; readonly free: string; readonly locked: string };

export type Fill = {
  /** Unique within a market. */
  readonly id: string;
  readonly price: string;
  readonly quantity: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly at: number;
};

/** A fill with the order that it belongs to. */
export type AccountFill = Fill & {
  readonly exchangeOrderId: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
};

export type OrderReport = {
  readonly clientOrderId: string;
  readonly exchangeOrderId: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  /** `expired` is also what an order is called that was filled in part and could wait no longer. */
  readonly status: 'open' | 'filled' | 'canceled' | 'rejected' | 'expired';
  readonly quantity: string;
  readonly filled: string;
  readonly quoteFilled: string;
  /** All of them unless the order is still open; never one twice. */
  readonly fills: readonly Fill[];
};

/**
 * The cause of a refusal besides the order itself: a repeated one may do (`clock`), any other would be refused, too (`keys`;
 * `server`: the account or this server).
 */
export type RejectionCause = 'clock' | 'keys' | 'server';

/**
 * The state of an order after its one request. Only `rejected` and `refused-locally` say that the exchange has no
 * such order. After `unknown` it must be looked up, and never sent again before.
 */
export type OrderOutcome =
  | { readonly kind: 'accepted'; readonly report: OrderReport }
  | { readonly kind: 'rejected'; readonly reason: string; readonly cause?: RejectionCause }
  /** `isInvalid`: it would never be sent, whether or not the exchange can be reached. */
  | { readonly kind: 'refused-locally'; readonly reason: string; readonly isInvalid?: true }
  | { readonly kind: 'unknown'; readonly reason: string };

export type KeyProblem =
  | 'wrong-keys'
  | 'no-read'
  | 'no-trade'
  | 'withdraw-allowed'
  | 'clock'
  | 'refused'
  | 'unavailable';

export type KeyProbe =
  | {
      readonly ok: true;
      /** `withdraw` is null where the exchange does not report it. */
      readonly permissions: {
        readonly read: true;
        readonly trade: true;
        readonly withdraw: false | null;
      };
      /** This machine's clock minus the exchange's. */
      readonly clockOffsetMs: number;
      readonly isIpRestricted: boolean | null;
      /** The exchange's own number of the account; null where it does not report one. */
      readonly accountId: string | null;
    }
  | { readonly ok: false; readonly problem: KeyProblem; readonly detail: string };

export type NewOrder = {
  readonly clientOrderId: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  /** The limit; what cannot be filled at it at once expires. */
  readonly price: string;
};

export type ExchangeAccount = {
  probe(): Promise<KeyProbe>;
  balances(): Promise<readonly Balance[]>;
  /** Coins without an open market are left out. */
  rules(coins: readonly string[]): Promise<Readonly<Record<string, MarketRules>>>;
  /** In USDT; coins without an open market are left out. */
  prices(coins: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Sends exactly one request, whatever happens. */
  placeOrder(order: NewOrder): Promise<OrderOutcome>;
  /** Looks by client id, then among open orders, all orders and fills since `sinceMs`. */
  findOrder(order: {
    readonly clientOrderId: string;
    readonly coin: string;
    readonly sinceMs: number;
  }): Promise<OrderReport | 'not-found'>;
  /** Without their fills. */
  openOrders(coins: readonly string[]): Promise<readonly OrderReport[]>;
  /** Its report after the cancellation; an order that had ended before is left as it is. */
  cancelOrder(coin: string, clientOrderId: string): Promise<OrderReport>;
  /** Oldest first, each once. */
  fillsSince(coin: string, sinceMs: number): Promise<readonly AccountFill[]>;
};

/** The exchange gave no answer that can be used; later it may. */
export class ExchangeUnavailable extends Error {}

/** The exchange does not accept the keys, or not for this. */
export class ExchangeRefusedKeys extends Error {}

/** The exchange, or our client of it, does not take the request, now or later: asking again is no use. The message is for users. */
export class ExchangeRefused extends Error {}

/** The exchange no longer lists the market of a coin, so that nothing of it can be asked. */
export class MarketUnknown extends ExchangeRefused {}
