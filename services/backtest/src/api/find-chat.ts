// Finds a chat of the user for the agents, by its id or by that of its conversation.
import { MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOf, chatOfConversation } from '../projections/chats.ts';
import { newestResultOf } from '../projections/runs.ts';
import type { Dependencies } from './dependencies.ts';

export const findChat = ({ chatModel, runModel }: Pick<Dependencies, 'chatModel' | 'runModel'>): Handler =>
  userHandler(MESSAGES.findChat, async (which, userId) => {
    const chat =
      'chat_id' in which
        ? await chatOf(chatModel, userId, which.chat_id)
        : await chatOfConversation(chatModel, userId, which.conversation_id);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const newest = await newestResultOf(runModel, chat._id);
    return answer({
      chat_id: chat._id,
      conversation_id: chat.conversationId,
      name: chat.name,
      is_private: chat.isPrivate,
      filenames: chat.files.map(({ filename }) => filename),
      settings: newest?.settings ?? null,
    });
  });
