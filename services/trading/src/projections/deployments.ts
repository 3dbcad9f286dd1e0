// Deployments of all users, and which of them may trade.
import type {
  AggregateEvents,
  DeploymentEvent,
  Timeframe,
  TraderEvent,
  TradingMode,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { deploymentAggregate } from '../domain/deployment.ts';
import type { DataOf } from '../domain/deployment-state.ts';
import { traderAggregate } from '../domain/trader.ts';

type DeploymentFields = {
  userId: string;
  chatId: string;
  mode: TradingMode;
  status: 'active' | 'paused' | 'stopped' | 'ended';
  isOn: boolean;
  displayName: string;
  createdAt: string;
  timeframe: Timeframe;
  /** When its newest rebalance ended; null before the first one. */
  rebalancedAt: string | null;
  endedAt: string | null;
  /** Its last rebalance ended with an order whose outcome was not known, and still is not. */
  isInDoubt: boolean;
  /** Its mandate has a drawdown stop. */
  hasStop: boolean;
};

export type DeploymentDocument = Stored<DeploymentFields>;
export type DeploymentModel = ReadModel<DeploymentFields>;

const schema = new Schema<DeploymentFields>({
  userId: String,
  chatId: String,
  mode: String,
  status: String,
  isOn: Boolean,
  displayName: String,
  createdAt: String,
  timeframe: String,
  rebalancedAt: String,
  endedAt: String,
  isInDoubt: Boolean,
  hasStop: Boolean,
});
schema.index({ userId: 1, createdAt: -1 });
schema.index({ status: 1, timeframe: 1, _id: 1 });
schema.index({ status: 1, rebalancedAt: 1 });
schema.index({ isInDoubt: 1, _id: 1 });
schema.index({ status: 1, hasStop: 1, _id: 1 });

const changed = (id: string, part: Partial<DeploymentFields>): Change<DeploymentFields>[] => [
  { id, apply: (deployment) => deployment && { ...deployment, ...part } },
];

const createdFields = ({
  userId,
  chatId,
  mode,
  displayName,
  createdAt,
  settings: { timeframe },
  mandate,
}: DataOf<'DeploymentCreated'>): DeploymentFields => ({
  userId,
  chatId,
  mode,
  displayName,
  createdAt,
  timeframe,
  status: 'active',
  isOn: false,
  rebalancedAt: null,
  endedAt: null,
  isInDoubt: false,
  hasStop: mandate.drawdown_stop_percent !== null,
});

const changes = ({
  event: { type, data },
  meta,
}: StoredEvent<DeploymentEvent | TraderEvent>): Change<DeploymentFields>[] => {
  switch (type) {
    case 'DeploymentCreated':
      return [{ id: data.deploymentId, apply: () => createdFields(data) }];
    case 'RebalanceCompleted':
      return changed(data.deploymentId, { rebalancedAt: meta.at });
    case 'RebalanceFailed': {
      const doubt = data.reason === 'ORDER_OUTCOME_UNKNOWN' && { isInDoubt: true };
      return changed(data.deploymentId, { rebalancedAt: meta.at, ...doubt });
    }
    // Nothing else is sent before the one order in doubt is settled.
    case 'OrderResolved':
      return changed(data.deploymentId, { isInDoubt: false });
    case 'AutoRebalanceSwitchedOn':
      return changed(data.deploymentId, { isOn: true });
    case 'AutoRebalanceSwitchedOff':
      return changed(data.deploymentId, { isOn: false });
    case 'MandateChanged':
      return changed(data.deploymentId, { hasStop: data.mandate.drawdown_stop_percent !== null });
    case 'DeploymentPaused':
      return changed(data.deploymentId, { status: 'paused' });
    case 'DeploymentResumed':
      return changed(data.deploymentId, { status: 'active' });
    case 'DeploymentStopped':
      return changed(data.deploymentId, { status: 'stopped', isOn: false });
    case 'DeploymentEnded':
      return changed(data.deploymentId, { status: 'ended', isOn: false, endedAt: meta.at });
    case 'TraderErased':
      return data.deploymentIds.map((id) => ({ id, apply: () => null }));
    default:
      return [];
  }
};

type Read = AggregateEvents<DeploymentEvent | TraderEvent>;

export const deploymentsProjection: Projection<DeploymentEvent | TraderEvent, DeploymentFields> = {
  name: 'deployments',
  version: 4,
  reads: [deploymentAggregate as Read, traderAggregate as Read],
  schema,
  changes,
};

const NAME_FIELDS = { mode: 1, chatId: 1, displayName: 1 } as const;

/** The names of a user's deployments, newest first, also of those that have ended. */
export const deploymentNamesOf = (
  model: DeploymentModel,
  userId: string,
  limit: number,
): Promise<Pick<DeploymentDocument, '_id' | keyof typeof NAME_FIELDS>[]> =>
  model().find({ userId }, NAME_FIELDS).sort({ createdAt: -1 }).limit(limit).lean();

/** A user's deployments, newest first, also those that have ended. */
export const deploymentsOf = (
  model: DeploymentModel,
  userId: string,
  limit: number,
): Promise<DeploymentDocument[]> => model().find({ userId }).sort({ createdAt: -1 }).limit(limit).lean();

/** A user's deployments that have ended, the newest end first. */
export const endedDeploymentsOf = (
  model: DeploymentModel,
  userId: string,
  limit: number,
): Promise<Pick<DeploymentDocument, '_id' | 'endedAt'>[]> =>
  model().find({ userId, status: 'ended' }, { endedAt: 1 }).sort({ endedAt: -1 }).limit(limit).lean();

/** How many begin automatically when their bar closes. */
export const countScheduled = (model: DeploymentModel): Promise<number> =>
  model().countDocuments({ status: 'active', isOn: true });

/** Those that have rebalanced at all, and either since then or on one of these intervals. */
export type LivingRange = { readonly timeframes: readonly Timeframe[]; readonly rebalancedSince: string };

const inRange = ({ timeframes, rebalancedSince }: LivingRange) => ({
  rebalancedAt: { $ne: null },
  $or: [{ timeframe: { $in: [...timeframes] } }, { rebalancedAt: { $gte: rebalancedSince } }],
});

const living = (range?: LivingRange) => ({
  status: { $in: ['active', 'paused'] as const },
  ...(range && inRange(range)),
});
const WITH_STOP = { status: 'active', hasStop: true } as const;
const IN_DOUBT = { status: { $in: ['stopped', 'ended'] as const }, isInDoubt: true };

/** Which deployments: of those that may trade or wait to; that have stopped with an order in doubt; that trade with a drawdown stop. */
export type Living = LivingRange | 'in-doubt' | 'with-stop';

const wantedBy = (range?: Living) => {
  if (range === 'in-doubt') return IN_DOUBT;
  return range === 'with-stop' ? WITH_STOP : living(range);
};

/** One page of deployments in the order of their ids, after `after`. */
export const deploymentsAfter = (
  model: DeploymentModel,
  after: string,
  limit: number,
  range?: Living,
): Promise<Pick<DeploymentDocument, '_id' | 'userId'>[]> =>
  model()
    .find({ ...wantedBy(range), _id: { $gt: after } }, { userId: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
