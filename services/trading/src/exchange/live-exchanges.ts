// Which of ccxt's exchanges live trading may use, and why not the others.
import ccxtExchanges from './ccxt-exchanges.json' with { type: 'json' };
import { DIALECTS } from './dialects.ts';

/** Ccxt's abilities at an exchange, as it states them; `npm run docs` writes the list. */
export type CcxtExchangeEntry = {
  readonly id: string;
  readonly name: string;
  readonly spot: boolean;
  readonly orders: boolean;
  readonly openOrders: boolean;
  /** All orders of a market, those that have ended, too. */
  readonly allOrders: boolean;
  readonly fills: boolean;
};

export type LiveExchange = {
  /** As ccxt calls it. */
  readonly id: string;
  readonly name: string;
  readonly isSupported: boolean;
  /** Why it is refused; empty for those that are supported. */
  readonly reason: string;
};

/**
 * Exchanges where ccxt looks an order up by our own id, as read in the source of its `fetchOrder`. Not Kraken: there it
 * looks for `userref`, a number, and sends our id as `cl_ord_id`.
 */
const FOUND_BY_CLIENT_ID: ReadonlySet<string> = new Set(
  (
    'aster binance bingx bitget bitrue bitstamp bitvavo bullish coinbaseexchange coinbaseinternational coinex ' +
    'coinsph cryptocom gemini hashkey hitbtc htx hyperliquid mexc okx phemex poloniex revolutx tokocrypto toobit woo xt'
  ).split(' '),
);

const reasonAgainst = (entry: CcxtExchangeEntry): string => {
  if (!entry.spot) return 'It has no spot market.';
  if (!entry.orders) return 'The connection to it (ccxt) cannot place orders.';
  if (!entry.openOrders || !entry.fills)
    return 'The connection to it (ccxt) cannot read open orders and fills.';
  if (!FOUND_BY_CLIENT_ID.has(entry.id))
    return 'It does not find orders by an id of ours, so after a time-out we could not tell whether an order was placed.';
  if (!entry.allOrders) return 'The connection to it (ccxt) cannot list all orders, so some could be missed.';
  if (!Object.hasOwn(DIALECTS, entry.id))
    return 'We have not yet tested how it refuses orders, limits requests and times out.';
  return '';
};

export const liveExchanges: readonly LiveExchange[] = (ccxtExchanges as readonly CcxtExchangeEntry[]).map(
  (entry) => {
    const reason = reasonAgainst(entry);
    return { id: entry.id, name: entry.name, isSupported: reason === '', reason };
  },
);

/** Why an exchange may not be used; undefined when it may. */
export const whyNotLive = (id: string): string | undefined => {
  const exchange = liveExchanges.find((one) => one.id === id);
  if (!exchange) return `There is no exchange '${id}'.`;
  return exchange.isSupported ? undefined : `${exchange.name} cannot be used. ${exchange.reason}`;
};
