// The newest calls of tools by outside assistants, as their user reads them, and what they have cost.
import { type SpendingEvent, TOOL_USES_SHOWN_MAX } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { spendingAggregate } from '../domain/spending.ts';

type ToolUseFields = {
  userId: string;
  tokenId: string;
  tool: string;
  chatId: string | null;
  usedAt: string;
  hasFailed: boolean;
  cost: number;
};

export type ToolUseDocument = Stored<ToolUseFields>;
export type ToolUseModel = ReadModel<ToolUseFields>;

const schema = new Schema<ToolUseFields>({
  userId: String,
  tokenId: String,
  tool: String,
  chatId: String,
  usedAt: String,
  hasFailed: Boolean,
  cost: Number,
});
schema.index({ userId: 1, usedAt: -1 });

const removed = (id: string): Change<ToolUseFields> => ({ id, apply: () => null });

const changes = ({ event: { type, data }, meta }: StoredEvent<SpendingEvent>): Change<ToolUseFields>[] => {
  if (type === 'SpendingForgotten') return data.callIds.map(removed);
  if (type !== 'ToolUsed') return [];
  const { userId, callId, tokenId, tool, chatId, hasFailed, cost, dropped } = data;
  const use = { userId, tokenId, tool, chatId, usedAt: meta.at, hasFailed, cost };
  return [{ id: callId, apply: () => use }, ...dropped.map(removed)];
};

export const toolUsesProjection: Projection<SpendingEvent, ToolUseFields> = {
  name: 'tool_uses',
  version: 1,
  reads: [spendingAggregate],
  schema,
  changes,
};

/** The newest first. */
export const newestToolUses = (model: ToolUseModel, userId: string): Promise<ToolUseDocument[]> =>
  model().find({ userId }).sort({ usedAt: -1 }).limit(TOOL_USES_SHOWN_MAX).lean();
