// The cause of each rebalance: lists of orders show it.
import { type DeploymentEvent, type RebalanceKind, tradingEvents } from '@tradeium/contracts';
import type { Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';

export type RebalanceDocument = { kind: RebalanceKind };

const changes = ({ event: { type, data } }: StoredEvent<DeploymentEvent>) =>
  type === 'RebalanceStarted' ? [{ id: data.rebalanceId, apply: () => ({ kind: data.kind }) }] : [];

export const rebalancesProjection: Projection<DeploymentEvent, RebalanceDocument> = {
  name: 'rebalances',
  version: 1,
  reads: readsOf(tradingEvents.deployment),
  schema: new Schema<RebalanceDocument>({ kind: String }),
  changes,
};

export type RebalanceModel = ReadModel<RebalanceDocument>;

/** The causes of these rebalances; unknown ones are missing. At most 500 ids. */
export const rebalanceKindsOf = async (
  model: RebalanceModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RebalanceKind>> => {
  const found = await model()
    .find({ _id: { $in: [...new Set(ids)] } }, { kind: 1 })
    .lean<Pick<Stored<RebalanceDocument>, '_id' | 'kind'>[]>();
  return new Map(found.map(({ _id, kind }) => [_id, kind]));
};
