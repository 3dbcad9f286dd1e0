// Executes a command on the conversation that it is about, in the name of its user.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { ChangeOf, CommandIds } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import {
  type ConversationCommand,
  type ConversationReference,
  conversationKey,
} from '../domain/conversation.ts';

type Changing = Pick<Stores, 'conversations'>;
type Sender = Omit<CommandIds, 'userId'>;

/** Repeating the command id changes nothing and answers the same. `asked` is the request, where the command also holds lookups. */
export const changeConversation = (
  { conversations }: Changing,
  { conversationId, agent, userId }: ConversationReference,
  command: ConversationCommand,
  sender: Sender,
  asked: object = command,
): Promise<ChangeOf<Stores['conversations']> | Refusal> =>
  conversations.change(conversationKey(conversationId, agent), command, { ...sender, input: asked, userId });

/** The conversation as it is now, and what an earlier command with this id has done. */
export const findRepeated = (
  { conversations }: Changing,
  { conversationId, agent, userId }: ConversationReference,
  sender: Sender,
  asked: object,
): Promise<ChangeOf<Stores['conversations']> | Refusal> =>
  conversations.earlier(conversationKey(conversationId, agent), { ...sender, input: asked, userId });

/** A change whose refusal would be a bug, or an outage that passes. */
export const mustChange = async (
  ...change: Parameters<typeof changeConversation>
): Promise<ChangeOf<Stores['conversations']>> => {
  const changed = await changeConversation(...change);
  if (isRefusal(changed)) throw new Error(`a conversation was not changed: ${changed.refused}`);
  return changed;
};
