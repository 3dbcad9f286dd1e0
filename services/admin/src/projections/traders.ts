// Live trading by user: the exchange keys, the deployments, and the figures of those that are active.
import {
  authEvents,
  type DeploymentEvent,
  EXCHANGE_DEFAULT,
  type TraderEvent,
  type TradingMode,
  tradingEvents,
  type UserEvent,
} from '@tradeium/contracts';
import type { Change, Projection, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';
import {
  deploymentAfter,
  deploymentCreated,
  positionsIn,
  type TraderDeployment,
} from './trader-deployment.ts';

/** Its id is the user's. */
export type TraderDocument = {
  isErased: boolean;
  /** Registered and not erased: everybody is listed, also without keys and deployments. */
  isUser: boolean;
  /** The exchanges with stored keys. */
  exchanges: string[];
  /** Those that have not ended, oldest first. */
  deployments: Readonly<Record<string, TraderDeployment>>;
  hasActive: boolean;
  active: number;
  /** Of the newest active deployment: its id, its exchange, its return. Without one the exchange of the keys. */
  newestActive: string | null;
  exchange: string;
  returnPercent: number | null;
  /** Of the newest active deployment; without one, of any that there was. */
  lastRebalanceAt: string | null;
  everRebalancedAt: string | null;
  /** Of the newest active deployment. */
  mode: TradingMode | null;
  /** Of all active ones of that mode together, as far as they have been valued: play money is no money. */
  valueUsdt: number | null;
  positions: number | null;
  /** The newest moment at which one of them was valued. */
  valuedAt: string | null;
};

const schema = new Schema<TraderDocument>(
  {
    isErased: Boolean,
    isUser: Boolean,
    exchanges: [String],
    deployments: Schema.Types.Mixed,
    hasActive: Boolean,
    active: Number,
    newestActive: String,
    exchange: String,
    returnPercent: Number,
    lastRebalanceAt: String,
    everRebalancedAt: String,
    valueUsdt: Number,
    positions: Number,
    valuedAt: String,
    mode: String,
  },
  { minimize: false },
);
for (const field of ['lastRebalanceAt', 'valueUsdt', 'returnPercent']) {
  schema.index({ isUser: 1, [field]: 1, _id: 1 });
  schema.index({ isUser: 1, hasActive: 1, [field]: 1, _id: 1 });
}

const NO_TRADER: TraderDocument = {
  isErased: false,
  isUser: false,
  exchanges: [],
  deployments: {},
  hasActive: false,
  active: 0,
  newestActive: null,
  exchange: EXCHANGE_DEFAULT,
  returnPercent: null,
  lastRebalanceAt: null,
  everRebalancedAt: null,
  mode: null,
  valueUsdt: null,
  positions: null,
  valuedAt: null,
};

/** Nothing of an erased trader is kept, so that nothing can come back. */
const ERASED: TraderDocument = { ...NO_TRADER, isErased: true };

const isActive = ({ state }: TraderDeployment): boolean => state !== 'stopped';

const percentOf = (index: number | null | undefined): number | null =>
  typeof index === 'number' ? (index - 1) * 100 : null;

const derived = (trader: TraderDocument): TraderDocument => {
  const active = Object.entries(trader.deployments).filter(([, deployment]) => isActive(deployment));
  const [newestActive = null, newest] =
    active.toSorted(([, a], [, b]) => (a.createdAt < b.createdAt ? -1 : 1)).at(-1) ?? [];
  const mode = newest?.mode ?? null;
  const valued = active.flatMap(([, one]) => (one.mode === mode && one.valueUsdt !== null ? [one] : []));
  const sum = (of: (deployment: TraderDeployment) => number) =>
    valued.length === 0 ? null : valued.reduce((total, one) => total + of(one), 0);
  return {
    ...trader,
    isUser: true,
    hasActive: active.length > 0,
    active: active.length,
    newestActive,
    mode,
    exchange: newest?.exchange ?? trader.exchanges[0] ?? trader.exchange,
    returnPercent: percentOf(newest?.index),
    lastRebalanceAt: newest ? newest.lastRebalanceAt : trader.everRebalancedAt,
    valueUsdt: sum(({ valueUsdt }) => valueUsdt ?? 0),
    positions: sum(positionsIn),
    valuedAt:
      valued
        .map(({ valuedAt }) => valuedAt ?? '')
        .toSorted()
        .at(-1) ?? null,
  };
};

const changed = (
  userId: string,
  change: (trader: TraderDocument) => Partial<TraderDocument>,
): Change<TraderDocument>[] => [
  {
    id: userId,
    apply: (trader) => {
      if (trader?.isErased) return trader;
      const known = trader ?? NO_TRADER;
      return derived({ ...known, ...change(known) });
    },
  },
];

const erased = (userId: string): Change<TraderDocument>[] => [
  { id: userId, apply: (trader) => (trader?.isErased ? trader : ERASED) },
];

const ofDeployment = (event: DeploymentEvent, at: string): Change<TraderDocument>[] => {
  const { userId, deploymentId } = event.data;
  if (event.type === 'DeploymentCreated') {
    const created = deploymentCreated(event.data);
    return changed(userId, ({ deployments }) => ({
      deployments: { ...deployments, [deploymentId]: created },
    }));
  }
  return changed(userId, ({ deployments, everRebalancedAt }) => {
    const { [deploymentId]: known, ...others } = deployments;
    const rebalanced = { everRebalancedAt: event.type === 'RebalanceCompleted' ? at : everRebalancedAt };
    if (!known || event.type === 'DeploymentEnded') return { deployments: others, ...rebalanced };
    return {
      deployments: { ...deployments, [deploymentId]: deploymentAfter(known, event, at) },
      ...rebalanced,
    };
  });
};

type TradingEvent = TraderEvent | DeploymentEvent | UserEvent;

const changes = (stored: StoredEvent<TradingEvent>): Change<TraderDocument>[] => {
  const { aggregate, meta } = stored;
  if (aggregate === 'deployment') return ofDeployment(stored.event as DeploymentEvent, meta.at);
  const { type, data } = stored.event as TraderEvent | UserEvent;
  switch (type) {
    case 'UserRegistered':
      return changed(data.userId, () => ({}));
    case 'KeysConnected':
      return changed(data.userId, ({ exchanges }) => ({
        exchanges: [...exchanges.filter((one) => one !== data.exchange), data.exchange],
      }));
    case 'KeysRemoved':
      return changed(data.userId, ({ exchanges }) => ({
        exchanges: exchanges.filter((one) => one !== data.exchange),
      }));
    case 'TraderErased':
    case 'UserDeleted':
      return erased(data.userId);
    default:
      return [];
  }
};

export const tradersProjection: Projection<TradingEvent, TraderDocument> = {
  name: 'traders',
  version: 3,
  reads: readsOf(tradingEvents.trader, tradingEvents.deployment, authEvents.user),
  schema,
  changes,
};
