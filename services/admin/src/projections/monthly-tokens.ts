// The tokens of each user by month (UTC), so that the users with the most are found without counting.
import { agentEvents, type ConversationEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';
import { tokensOf } from './person-tokens.ts';

export type MonthlyTokensDocument = { month: string; userId: string; tokens: number };

const schema = new Schema<MonthlyTokensDocument>({ month: String, userId: String, tokens: Number });
schema.index({ month: 1, tokens: 1, _id: 1 });

const changes = ({ event, meta }: StoredEvent<ConversationEvent>): Change<MonthlyTokensDocument>[] => {
  if (!('usage' in event.data)) return [];
  const { userId, usage } = event.data;
  const month = meta.at.slice(0, 7);
  const used = tokensOf(usage);
  return [
    { id: `${month}:${userId}`, apply: (known) => ({ month, userId, tokens: (known?.tokens ?? 0) + used }) },
  ];
};

export const monthlyTokensProjection: Projection<ConversationEvent, MonthlyTokensDocument> = {
  name: 'monthly_tokens',
  version: 1,
  reads: readsOf(agentEvents.conversation),
  schema,
  changes,
};

export type MonthlyTokensModel = ReadModel<MonthlyTokensDocument>;

/** Who used most in a month, most first. */
export const mostTokens = (
  model: MonthlyTokensModel,
  month: string,
  limit: number,
): Promise<Stored<MonthlyTokensDocument>[]> =>
  model().find({ month }).sort({ tokens: -1, _id: -1 }).limit(limit).lean<Stored<MonthlyTokensDocument>[]>();
