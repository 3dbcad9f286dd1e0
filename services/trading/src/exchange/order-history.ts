// Reads the orders and fills of an account, page by page.
import type { Exchange as CcxtExchange, Order, Trade } from 'ccxt';
import type { Connection } from './connection.ts';
import type { AccountFill } from './exchange-account.ts';
import { fillsOf } from './order-report.ts';
import type { Keys } from './request-trace.ts';

/** Clocks differ, and an order may be dated before we thought of it. */
export const MARGIN_MS = 60_000;
/** What an exchange shows at once. */
export const PAGE = 1_000;

export type OrderHistory = {
  /** Exchange time of a moment on our clock, with a margin. */
  sinceOf(sinceMs: number): Promise<number>;
  byClientId(coin: string, clientOrderId: string): Promise<Order | undefined>;
  openOrders(coin: string): Promise<readonly Order[]>;
  ordersSince(coin: string, sinceMs: number): Promise<readonly Order[]>;
  tradesOf(coin: string, exchangeOrderId: string): Promise<readonly Trade[]>;
  fillsSince(coin: string, sinceMs: number): Promise<readonly AccountFill[]>;
  /** Leaves an order as it is that is not open. */
  cancel(coin: string, clientOrderId: string): Promise<void>;
};

const symbolOf = (coin: string): string => `${coin}/USDT`;

export const openOrderHistory = (connection: Connection, keys: Keys): OrderHistory => {
  const { read } = connection;

  /** Undefined where the exchange says that there is no such order. */
  const orNothing = async <T>(call: (exchange: CcxtExchange) => Promise<T>): Promise<T | undefined> => {
    const { errors } = await connection.client();
    return read(keys, async (exchange) => {
      try {
        return await call(exchange);
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
      orNothing((exchange) => exchange.fetchOrder('', symbolOf(coin), { clientOrderId })),
    openOrders: (coin) => read(keys, (exchange) => exchange.fetchOpenOrders(symbolOf(coin))),
    ordersSince: async (coin, sinceMs) => {
      const since = await sinceOf(sinceMs);
      return read(keys, (exchange) => exchange.fetchOrders(symbolOf(coin), since, PAGE));
    },
    tradesOf: (coin, orderId) =>
      read(keys, (exchange) => exchange.fetchMyTrades(symbolOf(coin), undefined, PAGE, { orderId })),
    fillsSince: async (coin, sinceMs) => {
      await connection.markets();
      const since = await sinceOf(sinceMs);
      const fills: AccountFill[] = [];
      for (let fromId: string | undefined; ; ) {
        const trades = await read(keys, (exchange) =>
          fromId === undefined
            ? exchange.fetchMyTrades(symbolOf(coin), since, PAGE)
            : exchange.fetchMyTrades(symbolOf(coin), undefined, PAGE, { fromId }),
        );
        fills.push(...fillsOf(trades));
        if (trades.length < PAGE) break;
        fromId = String(BigInt(fills.at(-1)?.id ?? '0') + 1n);
      }
      return [...new Map(fills.map((fill) => [fill.id, fill])).values()];
    },
    cancel: async (coin, clientOrderId) => {
      await orNothing((exchange) => exchange.cancelOrder('', symbolOf(coin), { clientOrderId }));
    },
  };
};
