// Reads the orders and fills of an account, page by page.
import type { Exchange as CcxtExchange, Order, Trade } from 'ccxt';
import type { Connection } from './connection.ts';
import type { AccountFill } from './exchange-account.ts';
import type { ExchangeDialect } from './exchange-dialect.ts';
import { symbolOf } from './market-symbol.ts';
import { fillsOf } from './order-report.ts';
import type { Keys } from './request-trace.ts';

/** Clocks differ, and an order may be dated before we thought of it. */
export const MARGIN_MS = 60_000;
/** The number of orders that an exchange shows at once. */
export const PAGE = 1_000;

export type OrderHistory = {
  /** Exchange time of a moment on our clock, with a margin. */
  sinceOf(sinceMs: number): Promise<number>;
  byClientId(coin: string, clientOrderId: string): Promise<Order | undefined>;
  openOrders(coin: string): Promise<readonly Order[]>;
  ordersSince(coin: string, sinceMs: number): Promise<readonly Order[]>;
  tradesOf(coin: string, exchangeOrderId: string): Promise<readonly Trade[]>;
  fillsSince(coin: string, sinceMs: number): Promise<readonly AccountFill[]>;
  /** Leaves an order that is not open as it is. */
  cancel(coin: string, clientOrderId: string): Promise<void>;
};

export const openOrderHistory = (connection: Connection, keys: Keys): OrderHistory => {
  const { read } = connection;

  /** Undefined where the exchange says that there is no such order. */
  const orNothing = async <T>(
    call: (exchange: CcxtExchange, dialect: ExchangeDialect) => Promise<T>,
  ): Promise<T | undefined> => {
    const { errors, dialect } = await connection.client();
    return read(keys, async (exchange) => {
      try {
        return await call(exchange, dialect);
      } catch (cause) {
        if (cause instanceof errors.OrderNotFound) return undefined;
        throw cause;
      }
    });
  };

  const sinceOf = async (sinceMs: number): Promise<number> =>
    Math.max(0, Math.floor(sinceMs - (await connection.clockOffsetMs()) - MARGIN_MS));

  return {
    sinceOf,
    byClientId: (coin, clientOrderId) =>
      orNothing((exchange, dialect) =>
        exchange.fetchOrder('', symbolOf(coin), dialect.orderByClientId(clientOrderId)),
      ),
    openOrders: (coin) => read(keys, (exchange) => exchange.fetchOpenOrders(symbolOf(coin))),
    ordersSince: async (coin, sinceMs) => {
      const since = await sinceOf(sinceMs);
      return read(keys, (exchange) => exchange.fetchOrders(symbolOf(coin), since, PAGE));
    },
    tradesOf: async (coin, orderId) => {
      const { dialect } = await connection.client();
      return read(keys, (exchange) =>
        exchange.fetchMyTrades(symbolOf(coin), undefined, PAGE, dialect.fillsOfOrder(orderId)),
      );
    },
    fillsSince: async (coin, sinceMs) => {
      await connection.markets();
      const { dialect } = await connection.client();
      const since = await sinceOf(sinceMs);
      const fills: AccountFill[] = [];
      for (;;) {
        const last = fills.at(-1);
        const trades = await read(keys, (exchange) =>
          last === undefined
            ? exchange.fetchMyTrades(symbolOf(coin), since, PAGE)
            : exchange.fetchMyTrades(symbolOf(coin), undefined, PAGE, dialect.fillsAfter(last.id)),
        );
        fills.push(...fillsOf(trades));
        if (trades.length < PAGE) break;
      }
      return [...new Map(fills.map((fill) => [fill.id, fill])).values()];
    },
    cancel: async (coin, clientOrderId) => {
      await orNothing((exchange, dialect) =>
        exchange.cancelOrder('', symbolOf(coin), dialect.orderByClientId(clientOrderId)),
      );
    },
  };
};
