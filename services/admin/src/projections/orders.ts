// Every order that was to go out: what it was for and what came of it.
import { type DeploymentEvent, tradingEvents } from '@tradeium/contracts';
import type { Change, Projection, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';

type OrderStatus = 'sent' | 'filled' | 'partly-filled' | 'rejected' | 'unknown';

export type OrderDocument = {
  /** Its id at the exchange that we chose, as searches find it. */
  clientOrderId: string;
  userId: string;
  deploymentId: string;
  rebalanceId: string;
  at: string;
  coin: string;
  side: 'buy' | 'sell';
  quantity: string;
  limitPrice: string;
  notional: string;
  status: OrderStatus;
  filled: string | null;
  quoteFilled: string | null;
  /** The id that the exchange chose; null while it has not said. */
  exchangeOrderId: string | null;
  reason: string | null;
};

const schema = new Schema<OrderDocument>({
  clientOrderId: String,
  userId: String,
  deploymentId: String,
  rebalanceId: String,
  at: String,
  coin: String,
  side: String,
  quantity: String,
  limitPrice: String,
  notional: String,
  status: String,
  filled: String,
  quoteFilled: String,
  exchangeOrderId: String,
  reason: String,
});
schema.index({ at: -1, _id: -1 });
schema.index({ status: 1, at: -1, _id: -1 });
schema.index({ userId: 1, at: -1, _id: -1 });
schema.index({ userId: 1, status: 1, at: -1, _id: -1 });
schema.index({ clientOrderId: 1, _id: 1 });
schema.index({ exchangeOrderId: 1, _id: 1 });

const REASON_MAX = 300;

type DataOf<Type extends DeploymentEvent['type']> = Extract<DeploymentEvent, { type: Type }>['data'];

const begun = (data: DataOf<'OrderIntended'>): OrderDocument => ({
  clientOrderId: data.clientOrderId,
  userId: data.userId,
  deploymentId: data.deploymentId,
  rebalanceId: data.rebalanceId,
  at: data.at,
  coin: data.coin,
  side: data.side,
  quantity: data.quantity,
  limitPrice: data.limitPrice,
  notional: data.notional,
  status: 'sent',
  filled: null,
  quoteFilled: null,
  exchangeOrderId: null,
  reason: null,
});

const changed = (
  id: string,
  part: (order: OrderDocument) => Partial<OrderDocument>,
): Change<OrderDocument>[] => [{ id, apply: (order) => order && { ...order, ...part(order) } }];

const statusOf = (quantity: string, filled: string): OrderStatus =>
  Number(filled) >= Number(quantity) ? 'filled' : 'partly-filled';

const rejectedWords = ({ by, reason }: DataOf<'OrderRejected'>): string =>
  `${by === 'us' ? 'Not sent' : 'The exchange rejected it'}: ${reason}`.slice(0, REASON_MAX).toWellFormed();

const changes = ({ event: { type, data } }: StoredEvent<DeploymentEvent>): Change<OrderDocument>[] => {
  switch (type) {
    case 'OrderIntended':
      return [{ id: data.clientOrderId, apply: () => begun(data) }];
    case 'OrderFilled':
    case 'OrderPartlyFilled': {
      const { filled, quoteFilled, exchangeOrderId } = data;
      const status = type === 'OrderFilled' ? 'filled' : 'partly-filled';
      const isEmpty = status === 'partly-filled' && Number(filled) === 0;
      const reason = isEmpty ? 'Nothing was offered within its limit' : null;
      return changed(data.clientOrderId, () => ({ status, filled, quoteFilled, exchangeOrderId, reason }));
    }
    case 'OrderRejected':
      return changed(data.clientOrderId, () => ({ status: 'rejected', reason: rejectedWords(data) }));
    case 'OrderUnknown':
      return changed(data.clientOrderId, () => ({
        status: 'unknown',
        reason: 'The exchange did not confirm whether it was executed',
      }));
    case 'OrderResolved': {
      const { outcome } = data;
      if (!outcome.found)
        return changed(data.clientOrderId, () => ({
          status: 'rejected',
          reason: 'It did not reach the exchange',
        }));
      const { filled, quoteFilled, exchangeOrderId } = outcome;
      return changed(data.clientOrderId, ({ quantity }) => ({
        status: statusOf(quantity, filled),
        filled,
        quoteFilled,
        exchangeOrderId,
        reason: null,
      }));
    }
    default:
      return [];
  }
};

export const ordersProjection: Projection<DeploymentEvent, OrderDocument> = {
  name: 'orders',
  version: 1,
  reads: readsOf(tradingEvents.deployment),
  schema,
  changes,
};
