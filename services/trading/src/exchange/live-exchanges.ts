// Which of ccxt's exchanges live trading may use, and why not the others.
import ccxtExchanges from './ccxt-exchanges.json' with { type: 'json' };

/** What ccxt says that it can do at an exchange; `npm run docs` writes the list. */
export type CcxtExchangeEntry = {
  readonly id: string;
  readonly name: string;
  readonly spot: boolean;
  readonly orders: boolean;
  readonly openOrders: boolean;
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

/** Exchanges where ccxt looks an order up by our own id, as read in the source of its `fetchOrder`. */
const FOUND_BY_CLIENT_ID: ReadonlySet<string> = new Set(
  (
    'aster binance bingx bitget bitrue bitstamp bitvavo bullish coinbaseexchange coinbaseinternational coinex ' +
    'coinsph cryptocom gemini hashkey hitbtc htx hyperliquid kraken mexc okx phemex poloniex revolutx tokocrypto toobit woo xt'
  ).split(' '),
);

/** Exchanges whose refusals, time-outs and limits are known, against a server that speaks their protocol. */
const CHECKED: ReadonlySet<string> = new Set(['binance']);

const reasonAgainst = (entry: CcxtExchangeEntry): string => {
  if (!entry.spot) return 'It has no spot markets.';
  if (!entry.orders) return 'ccxt places no orders there.';
  if (!entry.openOrders || !entry.fills) return 'ccxt does not show its open orders and fills.';
  if (!FOUND_BY_CLIENT_ID.has(entry.id))
    return 'Orders cannot be looked up by our own id there: after a time-out nobody could say whether an order exists.';
  if (!CHECKED.has(entry.id))
    return 'Which of its answers say for certain that there is no order is not checked yet.';
  return '';
};

export const liveExchanges: readonly LiveExchange[] = (ccxtExchanges as readonly CcxtExchangeEntry[]).map(
  (entry) => {
    const reason = reasonAgainst(entry);
    return { id: entry.id, name: entry.name, isSupported: reason === '', reason };
  },
);

/** Why an exchange may not be used; undefined when it may. */
export const refusedExchange = (id: string): string | undefined => {
  const exchange = liveExchanges.find((one) => one.id === id);
  if (!exchange) return `There is no exchange '${id}'.`;
  return exchange.isSupported ? undefined : `${exchange.name} cannot be used. ${exchange.reason}`;
};
