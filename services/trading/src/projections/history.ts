// The history of trading: rebalances with their orders, switches, pauses, what others did in the account.
import type { AggregateEvents, DeploymentEvent, RebalanceKind, TraderEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { deploymentAggregate } from '../domain/deployment.ts';
import type { DataOf, OrderStatus } from '../domain/deployment-state.ts';
import { NEVER_ARRIVED, NOT_FILLED, rejectionWords, UNKNOWN_OUTCOME } from '../domain/order-reasons.ts';
import { unsoldWords } from '../domain/sell.ts';
import { traderAggregate } from '../domain/trader.ts';
import { noteOf } from './history-notes.ts';

export type HistoryOrder = Pick<
  DataOf<'OrderIntended'>,
  'clientOrderId' | 'coin' | 'side' | 'quantity' | 'price' | 'notional'
> &
  Pick<DataOf<'OrderFilled'>, 'filled' | 'quoteFilled' | 'fees'> & {
    status: OrderStatus | 'not-sent' | 'not-filled';
    /** In words for its user. */
    reason: string | null;
  };

export type RebalanceEntry = {
  kind: RebalanceKind;
  plan: DataOf<'RebalancePlanned'> | null;
  orders: HistoryOrder[];
  /** 10⁻⁶ VUT. */
  charged: number;
};

type HistoryFields = {
  userId: string;
  deploymentId: string | null;
  at: string;
  type: string;
  status: string;
  detail: string | null;
  /** Null unless it is a rebalance. */
  rebalance: RebalanceEntry | null;
  previousHash: string | null;
};

export type HistoryEntry = Stored<HistoryFields>;
export type HistoryModel = ReadModel<HistoryFields>;

const schema = new Schema<HistoryFields>({
  userId: String,
  deploymentId: String,
  at: String,
  type: String,
  status: String,
  detail: String,
  rebalance: Schema.Types.Mixed,
  previousHash: String,
});
schema.index({ userId: 1, at: -1, _id: -1 });
schema.index({ deploymentId: 1, at: -1, _id: -1 });
schema.index({ deploymentId: 1, type: 1, at: -1 });

type Fields = HistoryFields;

const onRebalance = (
  id: string,
  change: (entry: Fields, rebalance: RebalanceEntry) => Partial<Fields>,
): Change<Fields>[] => [
  {
    id,
    apply: (entry) => (entry?.rebalance ? { ...entry, ...change(entry, entry.rebalance) } : entry),
  },
];

const onOrder = (
  { rebalanceId, clientOrderId }: { rebalanceId: string; clientOrderId: string },
  part: Partial<HistoryOrder>,
): Change<Fields>[] =>
  onRebalance(rebalanceId, (_, rebalance) => ({
    rebalance: {
      ...rebalance,
      orders: rebalance.orders.map((order) =>
        order.clientOrderId === clientOrderId ? { ...order, ...part } : order,
      ),
    },
  }));

/** Coins left out of a plan when its orders were sent are shown like those left out when it was made. */
const withSkipped = (
  plan: RebalanceEntry['plan'],
  skipped: DataOf<'RebalancePlanned'>['skipped'][number],
): RebalanceEntry['plan'] => plan && { ...plan, skipped: [...plan.skipped, skipped] };

type Ended = Pick<HistoryOrder, 'status' | 'reason'>;
const FILLED: Ended = { status: 'filled', reason: null };

/** Of an order that ended before all of it was filled. */
const endedWith = (filled: string): Ended =>
  Number(filled) > 0
    ? { status: 'partly-filled', reason: null }
    : { status: 'not-filled', reason: NOT_FILLED };

const orderChanges = (event: DeploymentEvent): Change<Fields>[] | null => {
  switch (event.type) {
    case 'OrderIntended': {
      const { rebalanceId, clientOrderId, coin, side, quantity, price, notional } = event.data;
      const order = { clientOrderId, coin, side, quantity, price, notional };
      const sent = {
        ...order,
        status: 'sent',
        filled: '0',
        quoteFilled: '0',
        fees: {},
        reason: null,
      } as const;
      return onRebalance(rebalanceId, (_, rebalance) => ({
        rebalance: { ...rebalance, orders: [...rebalance.orders, sent] },
      }));
    }
    case 'OrderCut': {
      const { rebalanceId, coin, side, notional, reason } = event.data;
      return onRebalance(rebalanceId, (_, rebalance) => ({
        rebalance: { ...rebalance, plan: withSkipped(rebalance.plan, { coin, side, notional, reason }) },
      }));
    }
    case 'OrderFilled':
    case 'OrderPartlyFilled': {
      const { filled, quoteFilled, fees } = event.data;
      const ended = event.type === 'OrderFilled' ? FILLED : endedWith(filled);
      return onOrder(event.data, { ...ended, filled, quoteFilled, fees });
    }
    case 'OrderRejected': {
      const status = event.data.by === 'us' ? 'not-sent' : 'rejected';
      return onOrder(event.data, { status, reason: rejectionWords(event.data) });
    }
    case 'OrderUnknown':
      return onOrder(event.data, { status: 'unknown', reason: UNKNOWN_OUTCOME });
    case 'OrderResolved': {
      const { outcome } = event.data;
      if (!outcome.found) return onOrder(event.data, { status: 'not-found', reason: NEVER_ARRIVED });
      const { filled, quoteFilled, fees } = outcome;
      const found = { ...endedWith(filled), filled, quoteFilled, fees };
      return onOrder(event.data, found).map(({ id, apply }) => ({
        id,
        apply: (entry) => withWholeFills(apply(entry)),
      }));
    }
    default:
      return null;
  }
};

/** An order of which all was found is filled. */
const withWholeFills = (entry: Fields | null): Fields | null =>
  entry?.rebalance
    ? {
        ...entry,
        rebalance: {
          ...entry.rebalance,
          orders: entry.rebalance.orders.map((order) =>
            order.status === 'partly-filled' && Number(order.filled) >= Number(order.quantity)
              ? { ...order, status: 'filled' }
              : order,
          ),
        },
      }
    : entry;

/** Why a rebalance that came to its end has no plan. */
const idleReason = ({ kind, plan }: RebalanceEntry): string | null => {
  if (plan) return null;
  return kind === 'scheduled' ? 'No decision on this bar' : 'The strategy has made no decision yet';
};

/** The words about one that came to its end; null: none. */
const completedWords = (
  { unsold = [] }: DataOf<'RebalanceCompleted'>,
  rebalance: RebalanceEntry,
): string | null => (unsold.length > 0 ? unsoldWords(unsold) : idleReason(rebalance));

const rebalanceChanges = ({ event, meta }: StoredEvent<DeploymentEvent>): Change<Fields>[] | null => {
  switch (event.type) {
    case 'RebalanceStarted': {
      const { userId, deploymentId, rebalanceId, kind } = event.data;
      const begun: Fields = {
        userId,
        deploymentId,
        at: meta.at,
        type: 'rebalance',
        status: 'running',
        detail: null,
        rebalance: { kind, plan: null, orders: [], charged: 0 },
        previousHash: meta.previousHash ?? null,
      };
      return [{ id: rebalanceId, apply: () => begun }];
    }
    case 'RebalancePlanned':
      return onRebalance(event.data.rebalanceId, (_, rebalance) => ({
        rebalance: { ...rebalance, plan: event.data },
      }));
    case 'RebalanceCompleted':
    case 'RebalanceFailed': {
      const { rebalanceId, charged } = event.data;
      const isFailed = event.type === 'RebalanceFailed';
      return onRebalance(rebalanceId, (_, rebalance) => ({
        status: isFailed ? 'failed' : 'completed',
        detail: event.type === 'RebalanceFailed' ? event.data.detail : completedWords(event.data, rebalance),
        rebalance: { ...rebalance, charged },
      }));
    }
    default:
      return orderChanges(event);
  }
};

const changes = (stored: StoredEvent<DeploymentEvent | TraderEvent>): Change<Fields>[] => {
  const rebalance = rebalanceChanges(stored as StoredEvent<DeploymentEvent>) ?? [];
  const note = noteOf(stored.event);
  if (!note) return rebalance;
  const { meta, id, sequence, index, event } = stored;
  const deploymentId = 'deploymentId' in event.data ? event.data.deploymentId : null;
  const fields = {
    userId: event.data.userId,
    deploymentId,
    at: meta.at,
    status: 'completed',
    rebalance: null,
  };
  const previousHash = meta.previousHash ?? null;
  const noted = { ...fields, ...note, previousHash };
  return [...rebalance, { id: `${id}-${sequence}-${index}`, apply: () => noted }];
};

type Read = AggregateEvents<DeploymentEvent | TraderEvent>;

export const historyProjection: Projection<DeploymentEvent | TraderEvent, Fields> = {
  // Its collections keep the name that they were made with: those of a former name would be left behind.
  name: 'activities',
  version: 5,
  reads: [deploymentAggregate as Read, traderAggregate as Read],
  schema,
  changes,
};

/** The inputs of a plan, with the market of all its coins: no list shows them. */
const WITHOUT_INPUTS = {
  'rebalance.plan.inputs': 0,
  'rebalance.plan.prices': 0,
  'rebalance.plan.wantedBuys': 0,
  'rebalance.plan.drift': 0,
} as const;
type ShownPlan = Omit<DataOf<'RebalancePlanned'>, 'inputs' | 'prices' | 'wantedBuys' | 'drift'>;
export type ShownRebalance = Omit<RebalanceEntry, 'plan'> & { readonly plan: ShownPlan | null };
export type ShownEntry = Omit<HistoryEntry, 'rebalance'> & {
  readonly rebalance: ShownRebalance | null;
};

type Before = { readonly at: string; readonly id: string | undefined };

/** In the order of the list; entries of one instant are ordered by their ids. */
const olderThan = ({ at, id }: Before) =>
  id === undefined ? { at: { $lt: at } } : { $or: [{ at: { $lt: at } }, { at, _id: { $lt: id } }] };

/** A user's newest entries before a place in the list, newest first. */
export const historyOf = (
  model: HistoryModel,
  userId: string,
  range: { deploymentId: string | undefined; before: Before | undefined; limit: number },
): Promise<ShownEntry[]> => {
  const { deploymentId, before, limit } = range;
  const wanted = { userId, ...(deploymentId !== undefined && { deploymentId }) };
  return model()
    .find({ ...wanted, ...(before && olderThan(before)) }, WITHOUT_INPUTS)
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean();
};

/** A deployment's newest rebalances, newest first. */
export const rebalancesOf = (
  model: HistoryModel,
  deploymentId: string,
  limit: number,
): Promise<ShownEntry[]> =>
  model().find({ deploymentId, type: 'rebalance' }, WITHOUT_INPUTS).sort({ at: -1 }).limit(limit).lean();

export const rebalanceOf = (model: HistoryModel, rebalanceId: string): Promise<ShownEntry | null> =>
  model().findOne({ _id: rebalanceId }, WITHOUT_INPUTS).lean();
