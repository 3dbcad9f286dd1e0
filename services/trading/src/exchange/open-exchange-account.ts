// Opens an account at an exchange; accounts of one exchange share its connection.
import type { Log, OutsideCalls } from '@tradeium/service-kit';
import { isAmount } from '../domain/decimal.ts';
import { type Connection, openConnection } from './connection.ts';
import {
  type Balance,
  type ExchangeAccount,
  ExchangeUnavailable,
  MarketUnknown,
  type OrderReport,
} from './exchange-account.ts';
import { findOrder } from './find-order.ts';
import { whyNotLive } from './live-exchanges.ts';
import { symbolOf } from './market-symbol.ts';
import { openOrderHistory } from './order-history.ts';
import { plain, reportOf } from './order-report.ts';
import { placeOrder } from './place-order.ts';
import { priceBandOf } from './price-band.ts';
import { probeKeys } from './probe.ts';
import type { Keys } from './request-trace.ts';

export type AccountOptions = Keys & {
  /** As ccxt calls it; one of those that are supported. */
  readonly exchange: string;
  /** Another address of the same protocol; empty for the exchange's own. */
  readonly url: string;
  readonly isTestnet: boolean;
  readonly log: Log;
  /** Where it is noted whether the exchange answers. */
  readonly outside?: OutsideCalls;
  /** How many processes share the exchange's limit with this one, itself included. */
  readonly processes?: () => number;
};

const connections = new Map<string, Connection>();

const connectionTo = ({ exchange, url, isTestnet, log, outside, processes }: AccountOptions): Connection => {
  const refusal = whyNotLive(exchange);
  if (refusal) throw new Error(refusal);
  const key = JSON.stringify([exchange, url, isTestnet]);
  const connection =
    connections.get(key) ?? openConnection({ exchange, url, isTestnet, processes }, log, outside);
  connections.set(key, connection);
  return connection;
};

/** Nothing is loaded or sent before the account is used. */
export const openExchangeAccount = (options: AccountOptions): ExchangeAccount => {
  const connection = connectionTo(options);
  const keys: Keys = { apiKey: options.apiKey, apiSecret: options.apiSecret };
  const history = openOrderHistory(connection, keys);
  return {
    probe: () => probeKeys(connection, keys),
    balances: () => readBalances(connection, keys),
    rules: async (coins) => {
      const [markets, { dialect }] = await Promise.all([openMarkets(connection, coins), connection.client()]);
      const rules = markets.map(async ({ coin, market }) => {
        const band = await priceBandOf(connection, market);
        return [coin, { coin, ...dialect.rulesIn(market), ...band }] as const;
      });
      return Object.fromEntries(await Promise.all(rules));
    },
    prices: async (coins) => {
      const markets = await openMarkets(connection, coins);
      const prices = await connection.prices(markets.map(({ coin }) => symbolOf(coin)));
      const isPriced = ({ coin }: { readonly coin: string }) => isPrice(prices[symbolOf(coin)]);
      const unpriced = markets.filter((each) => !isPriced(each));
      connection.doubtMarkets(unpriced.map(({ coin }) => symbolOf(coin)));
      return Object.fromEntries(
        markets.filter(isPriced).map(({ coin }) => [coin, plain(prices[symbolOf(coin)])]),
      );
    },
    placeOrder: (order) => placeOrder(connection, keys, order),
    findOrder: async (order) => {
      await connection.markets();
      return findOrder(history, order);
    },
    openOrders: (coins) => readOpenOrders(connection, keys, coins),
    cancelOrder: async (coin, clientOrderId) => {
      await connection.markets();
      await history.cancel(coin, clientOrderId);
      const report = await findOrder(history, { coin, clientOrderId, sinceMs: Date.now() });
      if (report === 'not-found') throw new ExchangeUnavailable('the exchange knows no such order');
      return report;
    },
    fillsSince: history.fillsSince,
  };
};

/** One that cannot be read leaves its coin without a price, and no other. */
const isPrice = (text = '0'): boolean => isAmount(text) && Number(text) > 0;

/** A market that is halted may be open again soon. */
const openMarkets = async (connection: Connection, coins: readonly string[]) => {
  const known = await connection.markets();
  connection.doubtMarkets(coins.map(symbolOf).filter((symbol) => known[symbol]?.active === false));
  const markets = await connection.markets();
  return coins.flatMap((coin) => {
    const market = markets[symbolOf(coin)];
    return market?.active && market.spot ? [{ coin, market }] : [];
  });
};

const readBalances = async (connection: Connection, keys: Keys): Promise<Balance[]> => {
  await connection.markets();
  const balances = await connection.read(keys, (exchange) =>
    exchange.fetchBalance({ omitZeroBalances: true }),
  );
  const { free, used } = balances as unknown as Record<'free' | 'used', Record<string, unknown>>;
  return Object.keys(free).map((asset) => ({
    asset,
    free: plain(free[asset]),
    locked: plain(used[asset]),
  }));
};

const readOpenOrders = async (
  connection: Connection,
  keys: Keys,
  coins: readonly string[],
): Promise<OrderReport[]> => {
  const markets = await connection.markets();
  const { dialect } = await connection.client();
  const listed = coins.map(symbolOf).filter((symbol) => markets[symbol]?.spot);
  const symbols = listed.length > dialect.marketsOneByOneMax ? [undefined] : listed;
  const noneIfUnlisted = (cause: unknown): [] => {
    if (!(cause instanceof MarketUnknown)) throw cause;
    connection.doubtMarkets();
    return [];
  };
  const pages = await Promise.all(
    symbols.map((symbol) =>
      connection.read(keys, (exchange) => exchange.fetchOpenOrders(symbol)).catch(noneIfUnlisted),
    ),
  );
  return pages
    .flat()
    .map((order) => reportOf(order, []))
    .filter(({ coin }) => coins.includes(coin));
};
