// Every message with its reply, as the history of a conversation, the export and the settling of lost replies read them.
import {
  CONVERSATION_MESSAGES_MAX,
  type ConversationEvent,
  type ConversationMessage,
  type ReplyResult,
  type ReplyStep,
  type TokenUsage,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { conversationAggregate } from '../domain/conversation.ts';
import type { DataOf } from '../domain/conversation-state.ts';

type TurnFields = {
  userId: string;
  conversationId: string;
  chatId: string;
  agent: DataOf<'MessageSent'>['agent'];
  messageId: string;
  text: string;
  sentAt: string;
  replaces: string | null;
  /** True if it is on the newest branch. */
  isCurrent: boolean;
  status: ConversationMessage['status'];
  endedAt: string | null;
  reply: string;
  steps: ReplyStep[];
  results: ReplyResult[];
  notices: string[];
  usage: TokenUsage | null;
  /** The most that it may cost. */
  atMost: number;
  cost: number;
  isOutputFree: boolean;
  reason: string | null;
};

/** One document for each message of a user, under its reply's id. */
export type TurnDocument = Stored<TurnFields>;
export type TurnModel = ReadModel<TurnFields>;

const schema = new Schema<TurnFields>({
  userId: String,
  conversationId: String,
  chatId: String,
  agent: String,
  messageId: String,
  text: String,
  sentAt: String,
  replaces: String,
  isCurrent: Boolean,
  status: String,
  endedAt: String,
  reply: String,
  steps: [Schema.Types.Mixed],
  results: [Schema.Types.Mixed],
  notices: [String],
  usage: Schema.Types.Mixed,
  atMost: Number,
  cost: Number,
  isOutputFree: Boolean,
  reason: String,
});
schema.index({ conversationId: 1, isCurrent: 1, sentAt: -1 });
schema.index({ userId: 1, sentAt: -1 });
schema.index({ chatId: 1 });
schema.index({ status: 1, sentAt: 1 });

const STATUS_OF = {
  ReplyCompleted: 'completed',
  ReplyStopped: 'stopped',
  ReplyInterrupted: 'interrupted',
  ReplyFailed: 'failed',
} as const;

const sent = (data: DataOf<'MessageSent'>, sentAt: string): Change<TurnFields>[] => {
  const { userId, conversationId, chatId, agent, messageId, replyId, text, replaces, dropped, atMost } = data;
  const message = { userId, conversationId, chatId, agent, messageId, text, sentAt, replaces, atMost };
  const written = { status: 'streaming', endedAt: null, reply: '', usage: null, reason: null } as const;
  const made = { steps: [], results: [], notices: [], cost: 0, isOutputFree: false };
  return [
    { id: replyId, apply: () => ({ ...message, isCurrent: true, ...written, ...made }) },
    ...dropped.map((id) => ({
      id,
      apply: (turn: TurnFields | null) => turn && { ...turn, isCurrent: false },
    })),
  ];
};

const changes = ({ event, meta }: StoredEvent<ConversationEvent>): Change<TurnFields>[] => {
  switch (event.type) {
    case 'MessageSent':
      return sent(event.data, meta.at);
    case 'ReplyCompleted':
    case 'ReplyStopped':
    case 'ReplyInterrupted':
    case 'ReplyFailed': {
      const { replyId, text: reply, steps, results, notices, usage, cost, isOutputFree } = event.data;
      const end = { status: STATUS_OF[event.type], endedAt: meta.at, reply, steps, results, notices };
      const reason = event.type === 'ReplyFailed' ? event.data.reason : null;
      const apply = (turn: TurnFields | null) =>
        turn && { ...turn, ...end, usage, cost, isOutputFree, reason };
      return [{ id: replyId, apply }];
    }
    case 'ConversationSummedUp':
      return [];
    case 'ConversationDeleted':
      return event.data.replyIds.map((id) => ({ id, apply: () => null }));
  }
};

export const turnsProjection: Projection<ConversationEvent, TurnFields> = {
  name: 'turns',
  version: 2,
  reads: [conversationAggregate],
  schema,
  changes,
};

/** The newest branch of a chat's conversations with both agents, oldest first. */
export const currentTurnsOf = async (
  model: TurnModel,
  userId: string,
  conversationId: string,
): Promise<TurnDocument[]> => {
  const newestFirst = await model()
    .find({ conversationId, userId, isCurrent: true })
    .sort({ sentAt: -1 })
    .limit(CONVERSATION_MESSAGES_MAX / 2)
    .lean();
  return newestFirst.reverse();
};

/** One turn of a user by its reply, or null. */
export const turnOf = (model: TurnModel, userId: string, replyId: string): Promise<TurnDocument | null> =>
  model().findOne({ _id: replyId, userId }).lean();

const REPLY_FIELDS = { userId: 1, conversationId: 1, chatId: 1, agent: 1 } as const;
export type Conversing = Pick<TurnDocument, keyof typeof REPLY_FIELDS>;

/** Whose reply it is, when its message was sent, and whether it is being written; null when the user has none of this id. */
export const replyStateOf = (
  model: TurnModel,
  userId: string,
  replyId: string,
): Promise<(Conversing & Pick<TurnDocument, 'status' | 'sentAt'>) | null> =>
  model()
    .findOne({ _id: replyId, userId }, { ...REPLY_FIELDS, status: 1, sentAt: 1 })
    .lean();

/** The tries of a reply, to keep one of its results; null when the user has no reply of this id. */
export const triesOf = (
  model: TurnModel,
  userId: string,
  replyId: string,
): Promise<Pick<TurnDocument, 'conversationId' | 'chatId' | 'status' | 'results' | 'steps'> | null> =>
  model()
    .findOne({ _id: replyId, userId }, { conversationId: 1, chatId: 1, status: 1, results: 1, steps: 1 })
    .lean();

/** All of a user's turns, on every branch, newest first. */
export const turnsOfUser = (model: TurnModel, userId: string, limit: number): Promise<TurnDocument[]> =>
  model().find({ userId }).sort({ sentAt: -1 }).limit(limit).lean();

/** The conversations about one of these chats, or of a user. */
export const conversationsIn = async (
  model: TurnModel,
  which: { readonly chatIds: readonly string[] } | { readonly userId: string },
): Promise<Conversing[]> => {
  const filter = 'userId' in which ? which : { chatId: { $in: [...which.chatIds] } };
  const fields = { userId: '$userId', conversationId: '$conversationId', chatId: '$chatId', agent: '$agent' };
  const groups = await model().aggregate<{ _id: Conversing }>([
    { $match: filter },
    { $group: { _id: fields } },
  ]);
  return groups.map(({ _id }) => _id);
};

/** Replies that are being written, or whose process is gone: those of messages sent before this time. */
export const unfinishedBefore = (
  model: TurnModel,
  before: string,
  limit: number,
): Promise<(Conversing & Pick<TurnDocument, '_id'>)[]> =>
  model()
    .find({ status: 'streaming', sentAt: { $lt: before } }, REPLY_FIELDS)
    .sort({ sentAt: 1 })
    .limit(limit)
    .lean();
