// Executes a command on a conversation, for requests, reactions and activities alike.
import { type ConversationEvent, isRefusal, type Refusal } from '@tradeium/contracts';
import type { Aggregates, CommandIds, Written } from '@tradeium/event-store';
import {
  type ConversationCommand,
  type ConversationReference,
  conversationKey,
  decideConversation,
} from '../domain/conversation.ts';
import type { Conversation } from '../domain/conversation-state.ts';

export type Conversations = Aggregates<Conversation, ConversationEvent>;

export type ConversationChange = {
  readonly conversation: Conversation;
  /** The command's result, also of a repeated one. */
  readonly events: readonly ConversationEvent[];
  readonly written: Written;
  /** It was executed before. */
  readonly isRepeated: boolean;
};

/** Decides and appends; repeating the command id changes nothing and answers the same. */
export const changeConversation = async (
  { conversations }: { readonly conversations: Conversations },
  { conversationId, agent, userId }: ConversationReference,
  command: ConversationCommand,
  { commandId, correlationId, causationId }: Omit<CommandIds, 'userId'>,
  /** The request, where the command also holds what was looked up for it. */
  asked: object = command,
): Promise<ConversationChange | Refusal> => {
  const outcome = await conversations.execute(
    conversationKey(conversationId, agent),
    { commandId, input: asked, userId, correlationId, causationId },
    (conversation) => decideConversation(command, conversation),
  );
  if (!outcome.ok) return outcome.refusal;
  const { state: conversation, events, sequence, repeated: isRepeated } = outcome;
  return { conversation, events, written: { context: 'agent', sequence }, isRepeated };
};

/** The conversation as it is now, and what an earlier command with this id has done, null for a new one. */
export const findRepeated = async (
  { conversations }: { readonly conversations: Conversations },
  { conversationId, agent, userId }: ConversationReference,
  { commandId, correlationId }: Omit<CommandIds, 'userId'>,
  asked: object,
): Promise<
  { readonly conversation: Conversation; readonly repeated: readonly ConversationEvent[] | null } | Refusal
> => {
  const ids = { commandId, input: asked, userId, correlationId };
  const outcome = await conversations.execute(conversationKey(conversationId, agent), ids, () => []);
  if (!outcome.ok) return outcome.refusal;
  return { conversation: outcome.state, repeated: outcome.repeated ? outcome.events : null };
};

/** A change whose refusal would be a bug, or an outage that passes. */
export const mustChange = async (
  ...change: Parameters<typeof changeConversation>
): Promise<ConversationChange> => {
  const changed = await changeConversation(...change);
  if (isRefusal(changed)) throw new Error(`a conversation was not changed: ${changed.refused}`);
  return changed;
};
