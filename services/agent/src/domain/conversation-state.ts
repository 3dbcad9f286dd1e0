// The state of a conversation with an agent: its newest branch, and the reply that is being written.
import type { ConversationEvent } from '@tradeium/contracts';

export type DataOf<Type extends ConversationEvent['type']> = Extract<
  ConversationEvent,
  { type: Type }
>['data'];

export type Turn = {
  readonly messageId: string;
  readonly replyId: string;
  /** The user's message and the reply so far; empty if the conversation has grown too long. */
  readonly text: string;
  readonly reply: string;
};

/** The summary of the turns up to the one with this reply. */
export type Summary = { readonly replyId: string; readonly text: string };

/** The reply that is being written, and the most that it may cost. */
export type ActiveReply = { readonly replyId: string; readonly atMost: number };

export type Conversation = {
  /** The newest branch, oldest first. */
  readonly turns: readonly Turn[];
  /** All replies ever begun, on every branch. */
  readonly replyIds: readonly string[];
  readonly active: ActiveReply | null;
  /** Null while nothing was summed up on this branch. */
  readonly summary: Summary | null;
  readonly isDeleted: boolean;
};

export const emptyConversation: Conversation = {
  turns: [],
  replyIds: [],
  active: null,
  summary: null,
  isDeleted: false,
};

/** Older texts are no longer sent to the model; the read model has them. */
const CHARACTERS_KEPT = 300_000;
const TURNS_MAX = 500;

/** Drops the oldest texts, so that the state stays small however long the conversation is. */
const withoutOldTexts = (turns: readonly Turn[]): Turn[] => {
  let characters = 0;
  return turns
    .slice(-TURNS_MAX)
    .toReversed()
    .map((turn) => {
      characters += turn.text.length + turn.reply.length;
      return characters > CHARACTERS_KEPT ? { ...turn, text: '', reply: '' } : turn;
    })
    .toReversed();
};

const withMessage = (
  { turns, replyIds, summary, isDeleted }: Conversation,
  { messageId, replyId, text, dropped, atMost }: DataOf<'MessageSent'>,
): Conversation => {
  const kept = turns.filter((turn) => !dropped.includes(turn.replyId));
  const turn = { messageId, replyId, text, reply: '' };
  return {
    turns: withoutOldTexts([...kept, turn]),
    replyIds: [...replyIds, replyId],
    active: { replyId, atMost },
    summary: summary && dropped.includes(summary.replyId) ? null : summary,
    isDeleted,
  };
};

const withReply = (conversation: Conversation, replyId: string, reply: string): Conversation => ({
  ...conversation,
  turns: withoutOldTexts(
    conversation.turns.map((turn) => (turn.replyId === replyId ? { ...turn, reply } : turn)),
  ),
  active: conversation.active?.replyId === replyId ? null : conversation.active,
});

/** Folds one event into the conversation. */
export const evolveConversation = (
  conversation: Conversation,
  { type, data }: ConversationEvent,
): Conversation => {
  switch (type) {
    case 'MessageSent':
      return withMessage(conversation, data);
    case 'ReplyCompleted':
    case 'ReplyStopped':
    case 'ReplyInterrupted':
    case 'ReplyFailed':
      return withReply(conversation, data.replyId, data.text);
    case 'ConversationSummedUp':
      return { ...conversation, summary: { replyId: data.throughReplyId, text: data.text } };
    case 'ConversationDeleted':
      return { ...emptyConversation, isDeleted: true };
  }
};
