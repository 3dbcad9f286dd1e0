// The exchange's endpoints of accounts and orders, by method and path.
import { accountInfo } from './account-info.ts';
import { allOrders } from './all-orders.ts';
import { apiRestrictions } from './api-restrictions.ts';
import { cancelOrder } from './cancel-order.ts';
import { myTrades } from './my-trades.ts';
import { openOrders } from './open-orders.ts';
import { placeOrder } from './place-order.ts';
import { queryOrder } from './query-order.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

export const SIGNED_ENDPOINTS: ReadonlyMap<string, SignedEndpoint> = new Map(
  [accountInfo, apiRestrictions, placeOrder, queryOrder, cancelOrder, openOrders, allOrders, myTrades].map(
    (one) => [`${one.method} ${one.path}`, one],
  ),
);
