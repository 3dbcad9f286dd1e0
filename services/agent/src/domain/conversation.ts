// A conversation with an agent as an aggregate: one reply at a time, which ends once.
import {
  type Agent,
  agentEvents,
  type ConversationEvent,
  type MicroVut,
  type Refusal,
  refuse,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import {
  type Conversation,
  type DataOf,
  emptyConversation,
  evolveConversation,
} from './conversation-state.ts';

/** Whose conversation it is, about which chat, with which agent. */
export type ConversationReference = Pick<
  DataOf<'ConversationDeleted'>,
  'userId' | 'conversationId' | 'chatId' | 'agent'
>;

/** The id of the aggregate. */
export const conversationKey = (conversationId: string, agent: Agent): string => `${conversationId}-${agent}`;

type ReplyEnd =
  | { readonly type: 'ReplyCompleted' | 'ReplyStopped' | 'ReplyInterrupted'; data: DataOf<'ReplyCompleted'> }
  | { readonly type: 'ReplyFailed'; data: DataOf<'ReplyFailed'> };

export type ConversationCommand =
  | { type: 'SendMessage'; data: Omit<DataOf<'MessageSent'>, 'dropped'> }
  /** Writes how a reply ended; its first end stays. */
  | { type: 'EndReply'; end: ReplyEnd }
  | { type: 'SumUp'; data: DataOf<'ConversationSummedUp'> }
  | { type: 'DeleteConversation'; data: ConversationReference };

/** All of them fit into the event that deletes them. */
const REPLIES_MAX = 10_000;

type CommandOf<Type extends ConversationCommand['type']> = Extract<ConversationCommand, { type: Type }>;
type Decision = ConversationEvent[] | Refusal;

/** Decides a command; refusals in the order in which they are checked. */
export const decideConversation = (command: ConversationCommand, conversation: Conversation): Decision => {
  switch (command.type) {
    case 'SendMessage':
      return sendMessage(command, conversation);
    case 'EndReply':
      return endReply(command, conversation);
    case 'SumUp':
      return sumUp(command, conversation);
    case 'DeleteConversation':
      return deleteConversation(command, conversation);
  }
};

/** One aggregate for each chat and agent. */
export const conversationAggregate = {
  ...agentEvents.conversation,
  stateVersion: 2,
  initial: emptyConversation,
  evolve: evolveConversation,
  decide: decideConversation,
} as const;

const sendMessage = ({ data }: CommandOf<'SendMessage'>, conversation: Conversation): Decision => {
  const { turns, replyIds, active, isDeleted } = conversation;
  if (isDeleted) return refuse('CHAT_NOT_FOUND');
  // A repeated request of long ago, which is no longer remembered.
  if (turns.some(({ messageId }) => messageId === data.messageId)) return refuse('STREAM_EXPIRED');
  if (active) return refuse('REPLY_IN_PROGRESS');
  if (replyIds.length >= REPLIES_MAX) return refuse('TOO_MANY_MESSAGES', { limit: REPLIES_MAX });
  const at = turns.findIndex(({ messageId }) => messageId === data.replaces);
  if (data.replaces !== null && at < 0) return refuse('MESSAGE_NOT_FOUND');
  const dropped = data.replaces === null ? [] : turns.slice(at).map(({ replyId }) => replyId);
  return [{ type: 'MessageSent', data: { ...data, dropped } }];
};

/** Never charges more than was reserved, whatever the model's provider says. */
const endReply = ({ end }: CommandOf<'EndReply'>, conversation: Conversation): Decision => {
  const { active } = conversation;
  if (!active || active.replyId !== end.data.replyId) return [];
  const cost = Math.min(end.data.cost, active.atMost) as typeof end.data.cost;
  return [{ ...end, data: { ...end.data, cost } } as ConversationEvent];
};

/** Only what is still on the newest branch. */
const sumUp = ({ data }: CommandOf<'SumUp'>, { turns }: Conversation): Decision =>
  turns.some(({ replyId }) => replyId === data.throughReplyId)
    ? [{ type: 'ConversationSummedUp', data }]
    : [];

/** A reply that is still being written is lost then: without the user's key it cannot be stored. */
const deleteConversation = (
  { data }: CommandOf<'DeleteConversation'>,
  { active, isDeleted, replyIds }: Conversation,
): Decision => {
  if (isDeleted) return [];
  const unfinished = active?.replyId ?? null;
  return [{ type: 'ConversationDeleted', data: { ...data, replyIds: [...replyIds], unfinished } }];
};

/** The reply that an event ends, and what it has cost; null where the event ends none. */
export const endedBy = ({
  type,
  data,
}: ConversationEvent): {
  readonly replyId: string;
  readonly userId: string;
  readonly cost: MicroVut;
} | null => {
  switch (type) {
    case 'MessageSent':
    case 'ConversationSummedUp':
      return null;
    case 'ConversationDeleted': {
      const { unfinished, userId } = data;
      return unfinished === null ? null : { replyId: unfinished, userId, cost: ZERO_MICRO_VUT };
    }
    default:
      return data;
  }
};
