// The true history of deployments, in its order: rebalances with their fills, and changes from outside.
import type { DeploymentEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { deploymentAggregate } from '../domain/deployment.ts';
import type { DataOf } from '../domain/deployment-state.ts';

export type FactOrder = Pick<DataOf<'OrderIntended'>, 'clientOrderId' | 'coin' | 'side'> &
  Pick<DataOf<'OrderFilled'>, 'filled' | 'quoteFilled' | 'fees'>;

export type RebalanceFact = Pick<DataOf<'RebalanceStarted'>, 'kind' | 'barClose' | 'startedAt'> & {
  /** Null until it is planned; it stays null when nothing was to be traded. */
  readonly plan: Pick<DataOf<'RebalancePlanned'>, 'value' | 'weights' | 'prices'> | null;
  readonly orders: readonly FactOrder[];
};

type ReconciledFact = Pick<DataOf<'AccountReconciled'>, 'holdings' | 'changes'>;

type FactFields = {
  deploymentId: string;
  at: string;
  /** The sequence of the event that counts for the order of facts: of a rebalance, its plan. */
  place: number;
  rebalance: RebalanceFact | null;
  reconciled: ReconciledFact | null;
};

export type LiveFact = Stored<FactFields>;
export type FactModel = ReadModel<FactFields>;

const schema = new Schema<FactFields>({
  deploymentId: String,
  at: String,
  place: Number,
  rebalance: Schema.Types.Mixed,
  reconciled: Schema.Types.Mixed,
});
schema.index({ deploymentId: 1, place: 1 });

const onRebalance = (
  id: string,
  change: (rebalance: RebalanceFact) => Partial<RebalanceFact>,
  place?: number,
): Change<FactFields>[] => [
  {
    id,
    apply: (fact) =>
      fact?.rebalance
        ? {
            ...fact,
            ...(place !== undefined && { place }),
            rebalance: { ...fact.rebalance, ...change(fact.rebalance) },
          }
        : fact,
  },
];

type Filled = { rebalanceId: string; clientOrderId: string } & Pick<
  FactOrder,
  'filled' | 'quoteFilled' | 'fees'
>;

/** An outcome that comes later corrects the one before. */
const onFilled = ({ rebalanceId, clientOrderId, filled, quoteFilled, fees }: Filled) =>
  onRebalance(rebalanceId, ({ orders }) => ({
    orders: orders.map((order) =>
      order.clientOrderId === clientOrderId ? { ...order, filled, quoteFilled, fees } : order,
    ),
  }));

const orderChanges = (event: DeploymentEvent): Change<FactFields>[] => {
  switch (event.type) {
    case 'OrderIntended': {
      const { rebalanceId, clientOrderId, coin, side } = event.data;
      const order: FactOrder = { clientOrderId, coin, side, filled: '0', quoteFilled: '0', fees: {} };
      return onRebalance(rebalanceId, ({ orders }) => ({ orders: [...orders, order] }));
    }
    case 'OrderFilled':
    case 'OrderPartlyFilled':
      return onFilled(event.data);
    case 'OrderResolved':
      return event.data.outcome.found ? onFilled({ ...event.data, ...event.data.outcome }) : [];
    default:
      return [];
  }
};

const changes = ({ event, meta, sequence, index }: StoredEvent<DeploymentEvent>): Change<FactFields>[] => {
  const { deploymentId } = event.data;
  const fact = { deploymentId, at: meta.at, place: sequence };
  switch (event.type) {
    case 'RebalanceStarted': {
      const { rebalanceId, kind, barClose, startedAt } = event.data;
      const rebalance = { kind, barClose, startedAt, plan: null, orders: [] };
      return [{ id: rebalanceId, apply: () => ({ ...fact, rebalance, reconciled: null }) }];
    }
    case 'RebalancePlanned': {
      const { rebalanceId, value, weights, prices } = event.data;
      return onRebalance(rebalanceId, () => ({ plan: { value, weights, prices } }), sequence);
    }
    case 'AccountReconciled': {
      const reconciled = { holdings: event.data.holdings, changes: event.data.changes };
      const id = `${deploymentId}-${sequence}-${index}`;
      return [{ id, apply: () => ({ ...fact, rebalance: null, reconciled }) }];
    }
    default:
      return orderChanges(event);
  }
};

export const liveFactsProjection: Projection<DeploymentEvent, FactFields> = {
  name: 'live_facts',
  version: 1,
  reads: [deploymentAggregate],
  schema,
  changes,
};

const PAGE = 200;

/** Of one deployment, as they happened, in pages that are quickly read. */
export async function* factPages(
  model: FactModel,
  deploymentId: string,
  limit: number,
): AsyncGenerator<LiveFact[]> {
  const facts = model().find({ deploymentId }).sort({ place: 1 }).limit(limit).lean<LiveFact[]>();
  let page: LiveFact[] = [];
  for await (const fact of facts.cursor({ batchSize: PAGE })) {
    page.push(fact);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}
