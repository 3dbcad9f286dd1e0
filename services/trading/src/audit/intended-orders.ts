// The orders that our events know, each with what the last of its events says.
import type { DeploymentEvent } from '@tradeium/contracts';

type Result = {
  readonly exchangeOrderId: string;
  readonly filled: string;
  readonly quoteFilled: string;
  readonly fees: Readonly<Record<string, string>>;
  readonly fillIds: readonly string[];
};

export type IntendedOrder = {
  readonly deploymentId: string;
  readonly rebalanceId: string;
  readonly clientOrderId: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  /** `open`: what happened to it is not known. */
  readonly state: 'open' | 'done' | 'absent';
  readonly result: Result | null;
};

export type IntendedOrders = {
  readonly orders: ReadonlyMap<string, IntendedOrder>;
  /** Orders that were intended twice. */
  readonly repeated: readonly string[];
  readonly rebalances: { readonly started: number; readonly ended: number };
};

/** Reads events in the order of their stream. */
export const readIntendedOrders = (events: Iterable<DeploymentEvent>): IntendedOrders => {
  const orders = new Map<string, IntendedOrder>();
  const repeated: string[] = [];
  const rebalances = { started: 0, ended: 0 };
  const change = (clientOrderId: string, outcome: Pick<IntendedOrder, 'state' | 'result'>): void => {
    const order = orders.get(clientOrderId);
    if (order) orders.set(clientOrderId, { ...order, ...outcome });
  };
  for (const { type, data } of events) {
    switch (type) {
      case 'RebalanceStarted':
        rebalances.started += 1;
        break;
      case 'RebalanceCompleted':
      case 'RebalanceFailed':
        rebalances.ended += 1;
        break;
      case 'OrderIntended': {
        const { deploymentId, rebalanceId, clientOrderId, coin, side, quantity } = data;
        if (orders.has(clientOrderId)) repeated.push(clientOrderId);
        const order = { deploymentId, rebalanceId, clientOrderId, coin, side, quantity };
        orders.set(clientOrderId, { ...order, state: 'open', result: null });
        break;
      }
      case 'OrderFilled':
      case 'OrderPartlyFilled':
        change(data.clientOrderId, { state: 'done', result: data });
        break;
      case 'OrderRejected':
        change(data.clientOrderId, { state: 'absent', result: null });
        break;
      case 'OrderUnknown':
        change(data.clientOrderId, { state: 'open', result: null });
        break;
      case 'OrderResolved':
        change(
          data.clientOrderId,
          data.outcome.found ? { state: 'done', result: data.outcome } : { state: 'absent', result: null },
        );
        break;
      default:
    }
  }
  return { orders, repeated, rebalances };
};
