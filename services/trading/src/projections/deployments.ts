// Deployments of all users, and which of them may trade.
import type { AggregateEvents, DeploymentEvent, TraderEvent, TradingMode } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { deploymentAggregate } from '../domain/deployment.ts';
import { traderAggregate } from '../domain/trader.ts';

type DeploymentFields = {
  userId: string;
  chatId: string;
  mode: TradingMode;
  status: 'active' | 'paused' | 'stopped' | 'ended';
  isOn: boolean;
  displayName: string;
  createdAt: string;
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
});
schema.index({ userId: 1, createdAt: -1 });
schema.index({ status: 1 });

const changed = (id: string, part: Partial<DeploymentFields>): Change<DeploymentFields>[] => [
  { id, apply: (deployment) => deployment && { ...deployment, ...part } },
];

const changes = ({
  event: { type, data },
}: StoredEvent<DeploymentEvent | TraderEvent>): Change<DeploymentFields>[] => {
  switch (type) {
    case 'DeploymentCreated': {
      const { deploymentId, userId, chatId, mode, displayName, createdAt } = data;
      const created = {
        userId,
        chatId,
        mode,
        displayName,
        createdAt,
        status: 'active',
        isOn: false,
      } as const;
      return [{ id: deploymentId, apply: () => created }];
    }
    case 'AutoRebalanceSwitchedOn':
      return changed(data.deploymentId, { isOn: true });
    case 'AutoRebalanceSwitchedOff':
      return changed(data.deploymentId, { isOn: false });
    case 'DeploymentPaused':
      return changed(data.deploymentId, { status: 'paused' });
    case 'DeploymentResumed':
      return changed(data.deploymentId, { status: 'active' });
    case 'DeploymentStopped':
      return changed(data.deploymentId, { status: 'stopped', isOn: false });
    case 'DeploymentEnded':
      return changed(data.deploymentId, { status: 'ended', isOn: false });
    case 'TraderErased':
      return data.deploymentIds.map((id) => ({ id, apply: () => null }));
    default:
      return [];
  }
};

type Read = AggregateEvents<DeploymentEvent | TraderEvent>;

export const deploymentsProjection: Projection<DeploymentEvent | TraderEvent, DeploymentFields> = {
  name: 'deployments',
  version: 1,
  reads: [deploymentAggregate as Read, traderAggregate as Read],
  schema,
  changes,
};

/** A user's deployments, newest first, also those that have ended. */
export const deploymentsOf = (
  model: DeploymentModel,
  userId: string,
  limit: number,
): Promise<DeploymentDocument[]> => model().find({ userId }).sort({ createdAt: -1 }).limit(limit).lean();

/** One page of deployments that may trade or wait to, in the order of their ids, after `after`. */
export const livingAfter = (
  model: DeploymentModel,
  after: string,
  limit: number,
): Promise<Pick<DeploymentDocument, '_id' | 'userId'>[]> =>
  model()
    .find({ status: { $in: ['active', 'paused'] }, _id: { $gt: after } }, { userId: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
