// GET /ledger: what the exchange itself knows about its accounts, to compare with a client's records.

import type { Account, Fill, Order } from '../accounts/account.ts';
import { balancesOf } from '../accounts/answers.ts';
import { textOf } from '../numbers/amount.ts';

/** How often a client asked for an order, accepted or not, by client id. */
export interface OrderRequests {
  count(apiKey: string, clientOrderId: string): void;
  of(apiKey: string): ReadonlyMap<string, number>;
}

export const countOrderRequests = (): OrderRequests => {
  const counts = new Map<string, Map<string, number>>();
  return {
    count(apiKey, clientOrderId) {
      const own = counts.get(apiKey) ?? new Map<string, number>();
      counts.set(apiKey, own.set(clientOrderId, (own.get(clientOrderId) ?? 0) + 1));
    },
    of: (apiKey) => counts.get(apiKey) ?? new Map(),
  };
};

export const ledgerOf = (account: Account, requests: OrderRequests) => ({
  api_key: account.apiKey,
  name: account.name,
  opened_at: account.openedMs,
  balances: balancesOf(account).map(({ asset, free, locked }) => ({
    asset,
    free: textOf(free),
    locked: textOf(locked),
  })),
  deposits: account.deposits.map(({ asset, amount, atMs }) => ({ asset, amount: textOf(amount), at: atMs })),
  orders: [...account.orders.values()].map(orderLine),
  fills: account.fills.map(fillLine),
  /** Since the exchange was started. */
  order_requests: Object.fromEntries(requests.of(account.apiKey)),
});

const orderLine = (order: Order) => ({
  order_id: order.orderId,
  client_order_id: order.clientOrderId,
  symbol: order.symbol,
  side: order.side,
  type: order.type,
  time_in_force: order.timeInForce,
  status: order.status,
  price: textOf(order.price),
  quantity: textOf(order.quantity),
  filled: textOf(order.executed),
  quote_filled: textOf(order.quoteExecuted),
  at: order.atMs,
});

const fillLine = (fill: Fill) => ({
  id: fill.id,
  order_id: fill.orderId,
  client_order_id: fill.clientOrderId,
  symbol: fill.symbol,
  side: fill.side,
  price: textOf(fill.price),
  quantity: textOf(fill.quantity),
  quote: textOf(fill.quote),
  fee: textOf(fill.commission),
  fee_asset: fill.commissionAsset,
  at: fill.atMs,
});
