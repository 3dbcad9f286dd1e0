// Deletes a conversation whose chat was deleted while a message was on its way to it: nothing else would find it.
import { isRefusal } from '@tradeium/contracts';
import type { RequestClient, RequestContext } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { mustChange } from '../commands/change-conversation.ts';
import { chatOfUser } from './chat-of-user.ts';
import type { ReplyReference } from './reply-draft.ts';

type Forgetting = { readonly client: RequestClient; readonly conversations: Stores['conversations'] };

/** Checked once the reply has ended: deleting the chat later also deletes everything written until then. */
export const forgetIfGone = async (
  forgetting: Forgetting,
  { userId, conversationId, chatId, agent, replyId }: ReplyReference,
  request: RequestContext = { userId, commandId: `look:${replyId}`, correlationId: replyId },
): Promise<void> => {
  const chat = await chatOfUser(forgetting, { chat_id: chatId, with_settings: false }, request);
  if (!isRefusal(chat) || chat.refused !== 'CHAT_NOT_FOUND') return;
  const data = { userId, conversationId, chatId, agent };
  const ids = { commandId: `delete:${conversationId}:${agent}`, correlationId: request.correlationId };
  await mustChange(forgetting, data, { type: 'DeleteConversation', data }, ids);
};
