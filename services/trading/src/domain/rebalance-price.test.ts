// When a rebalance is charged: only where the exchange has accepted an order.
import { expect, test } from 'vitest';
import type { Deployment, OrderStatus } from './deployment-state.ts';
import { isCharged } from './rebalance-price.ts';

const withOrders = (statuses: readonly OrderStatus[], rebalanceId = 'r1') => ({
  orders: Object.fromEntries(
    statuses.map((status, at) => [`order-${at}`, { rebalanceId, status }]),
  ) as unknown as Deployment['orders'],
});

// spec: trading.7
test.each<[is: boolean, statuses: OrderStatus[]]>([
  [false, []],
  [false, ['rejected', 'rejected']],
  [false, ['not-found']],
  [false, ['rejected', 'unknown']],
  [false, ['sent']],
  [true, ['filled']],
  [true, ['partly-filled']],
  [true, ['rejected', 'filled', 'unknown']],
])('nothing is charged unless the exchange accepted an order: %s for %j', (is, statuses) => {
  expect(isCharged(withOrders(statuses), 'r1')).toBe(is);
});

test('the orders of other rebalances do not count', () => {
  expect(isCharged(withOrders(['filled'], 'r0'), 'r1')).toBe(false);
});
