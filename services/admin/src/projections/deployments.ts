// Every deployment and its state; and, in one document for each user, what theirs are named after, which the deletion of the account empties.
import {
  authEvents,
  type DeploymentEvent,
  type TradingMode,
  tradingEvents,
  type UserEvent,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';

type Deployment = {
  kind: 'deployment';
  /** Its id, as searches find it. */
  deploymentId: string;
  userId: string;
  chatId: string;
  mode: TradingMode;
  exchange: string;
  status: 'active' | 'paused' | 'stopped' | 'ended';
  /** The code of why it is not active. */
  reason: string | null;
  isOn: boolean;
  createdAt: string;
  /** When its newest rebalance completed. */
  rebalancedAt: string | null;
  valueUsdt: number | null;
  /** Value without deposits and withdrawals, as a multiple of the first one. */
  growth: number | null;
  valuedAt: string | null;
};

/** Of a user: the result folders that the newest deployments were made from, by deployment. */
type Names = { kind: 'names'; names: Readonly<Record<string, string>>; isErased: boolean };

export type DeploymentDocument = Deployment | Names;
export type DeploymentModel = ReadModel<DeploymentDocument>;

const schema = new Schema<DeploymentDocument>(
  {
    kind: String,
    deploymentId: String,
    userId: String,
    chatId: String,
    mode: String,
    exchange: String,
    status: String,
    reason: String,
    isOn: Boolean,
    createdAt: String,
    rebalancedAt: String,
    valueUsdt: Number,
    growth: Number,
    valuedAt: String,
    names: Schema.Types.Mixed,
    isErased: Boolean,
  },
  { minimize: false },
);
schema.index({ userId: 1, createdAt: -1, _id: -1 });
schema.index({ deploymentId: 1, _id: 1 });

const DEPLOYMENTS_MAX = 100;

/** No deployment's id has a colon. */
const namesIdOf = (userId: string): string => `names:${userId}`;

const NO_NAMES: Names = { kind: 'names', names: {}, isErased: false };

const named = (userId: string, deploymentId: string, name: string): Change<DeploymentDocument> => ({
  id: namesIdOf(userId),
  apply: (found) => {
    const before = found?.kind === 'names' ? found : NO_NAMES;
    if (before.isErased) return before;
    const all = Object.entries({ ...before.names, [deploymentId]: name });
    return { ...before, names: Object.fromEntries(all.slice(-DEPLOYMENTS_MAX)) };
  },
});

const changed = (id: string, part: Partial<Deployment>): Change<DeploymentDocument>[] => [
  { id, apply: (found) => (found?.kind === 'deployment' ? { ...found, ...part } : found) },
];

type DataOf<Type extends DeploymentEvent['type']> = Extract<DeploymentEvent, { type: Type }>['data'];

const created = (data: DataOf<'DeploymentCreated'>): Change<DeploymentDocument>[] => {
  const { userId, deploymentId, chatId, mode, exchange, createdAt } = data;
  const begun: Deployment = {
    kind: 'deployment',
    deploymentId,
    userId,
    chatId,
    mode,
    exchange,
    createdAt,
    status: 'active',
    reason: null,
    isOn: false,
    rebalancedAt: null,
    valueUsdt: null,
    growth: null,
    valuedAt: null,
  };
  return [{ id: deploymentId, apply: () => begun }, named(userId, deploymentId, data.folderName)];
};

const changes = ({
  event: { type, data },
  meta,
}: StoredEvent<DeploymentEvent | UserEvent>): Change<DeploymentDocument>[] => {
  switch (type) {
    case 'UserDeleted':
      return [{ id: namesIdOf(data.userId), apply: () => ({ kind: 'names', names: {}, isErased: true }) }];
    case 'DeploymentCreated':
      return created(data);
    case 'AutoRebalanceSwitchedOn':
      return changed(data.deploymentId, { isOn: true });
    case 'AutoRebalanceSwitchedOff':
      return changed(data.deploymentId, { isOn: false });
    case 'DeploymentPaused':
      return changed(data.deploymentId, { status: 'paused', reason: data.reason });
    case 'DeploymentResumed':
      return changed(data.deploymentId, { status: 'active', reason: null });
    case 'DeploymentStopped':
      return changed(data.deploymentId, { status: 'stopped', reason: data.reason, isOn: false });
    case 'DeploymentEnded':
      return changed(data.deploymentId, { status: 'ended', reason: data.reason, isOn: false });
    case 'RebalanceCompleted':
      return changed(data.deploymentId, { rebalancedAt: meta.at });
    case 'PortfolioValued':
      return changed(data.deploymentId, {
        valueUsdt: data.valueUsdt,
        growth: data.index,
        valuedAt: meta.at,
      });
    default:
      return [];
  }
};

export const deploymentsProjection: Projection<DeploymentEvent | UserEvent, DeploymentDocument> = {
  name: 'deployments',
  version: 2,
  reads: readsOf(tradingEvents.deployment, authEvents.user),
  schema,
  changes,
};

/** The newest deployments of a user, newest first, each with the folder that it was made from; '' for an erased account. */
export const deploymentsOf = async (
  model: DeploymentModel,
  userId: string,
): Promise<readonly (Stored<Deployment> & { folderName: string })[]> => {
  const [found, named] = await Promise.all([
    model()
      .find({ userId })
      .sort({ createdAt: -1, _id: -1 })
      .limit(DEPLOYMENTS_MAX)
      .lean<Stored<Deployment>[]>(),
    model()
      .findOne({ _id: namesIdOf(userId) })
      .lean<Stored<Names> | null>(),
  ]);
  return found.map((deployment) => ({ ...deployment, folderName: named?.names[deployment._id] ?? '' }));
};

/** The modes of these deployments; unknown ones are missing. At most 500 ids. */
export const modesOf = async (
  model: DeploymentModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TradingMode>> => {
  const found = await model()
    .find({ _id: { $in: [...new Set(ids)] } }, { mode: 1 })
    .lean<Stored<Deployment>[]>();
  return new Map(found.map(({ _id, mode }) => [_id, mode]));
};
