// The values of deployments over time, for the chart.
import type { DeploymentEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { deploymentAggregate } from '../domain/deployment.ts';

type ValueFields = { deploymentId: string; at: string; valueUsdt: number; index: number };

export type ValueModel = ReadModel<ValueFields>;

const schema = new Schema<ValueFields>({
  deploymentId: String,
  at: String,
  valueUsdt: Number,
  index: Number,
});
schema.index({ deploymentId: 1, at: -1 });

const changes = ({ event, meta, sequence }: StoredEvent<DeploymentEvent>): Change<ValueFields>[] => {
  if (event.type !== 'PortfolioValued') return [];
  const { deploymentId, valueUsdt, index } = event.data;
  return [
    { id: `${deploymentId}-${sequence}`, apply: () => ({ deploymentId, at: meta.at, valueUsdt, index }) },
  ];
};

export const valuesProjection: Projection<DeploymentEvent, ValueFields> = {
  name: 'values',
  version: 1,
  reads: [deploymentAggregate],
  schema,
  changes,
};

/** The newest values since then, oldest first. */
export const valuesSince = async (
  model: ValueModel,
  deploymentId: string,
  since: string,
  limit: number,
): Promise<Stored<ValueFields>[]> => {
  const newestFirst = await model()
    .find({ deploymentId, at: { $gte: since } })
    .sort({ at: -1 })
    .limit(limit)
    .lean();
  return newestFirst.reverse();
};
