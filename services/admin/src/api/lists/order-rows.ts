// Orders as lists show them: with whose they are, their mode and what started their rebalance.
import type { AdminOrder } from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import { modesOf } from '../../projections/deployments.ts';
import type { OrderDocument } from '../../projections/orders.ts';
import { personsOf } from '../../projections/people.ts';
import { rebalanceKindsOf } from '../../projections/rebalances.ts';
import type { Dependencies } from '../dependencies.ts';

/** The rows of these orders. */
export const orderRows = async (
  { models }: Pick<Dependencies, 'models'>,
  orders: readonly Stored<OrderDocument>[],
): Promise<AdminOrder[]> => {
  const [persons, modes, kinds] = await Promise.all([
    personsOf(
      models.people,
      orders.map(({ userId }) => userId),
    ),
    modesOf(
      models.deployments,
      orders.map(({ deploymentId }) => deploymentId),
    ),
    rebalanceKindsOf(
      models.rebalances,
      orders.map(({ rebalanceId }) => rebalanceId),
    ),
  ]);
  return orders.map((order) => ({
    id: order._id,
    user_id: order.userId,
    username: persons.get(order.userId)?.username ?? '',
    deployment_id: order.deploymentId,
    rebalance_id: order.rebalanceId,
    // A deployment is created before its first order.
    mode: modes.get(order.deploymentId) ?? 'live',
    kind: kinds.get(order.rebalanceId) ?? null,
    at: order.at,
    coin: order.coin,
    side: order.side,
    quantity: order.quantity,
    limit_price: order.limitPrice,
    notional_usdt: order.notional,
    status: order.status,
    filled: order.filled,
    quote_filled: order.quoteFilled,
    exchange_order_id: order.exchangeOrderId,
    reason: order.reason,
  }));
};
