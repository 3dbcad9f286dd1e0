// Creates a chat.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOutput } from '../../projections/chats.ts';
import { changeChat, idFor } from '../change-workspace.ts';
import type { Dependencies } from '../dependencies.ts';

export const createChat = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('createChat'), async ({ name }, userId, request) => {
    const chatId = idFor('chat', request);
    const conversationId = idFor('conversation', request);
    const command = { type: 'CreateChat', userId, chatId, name, conversationId } as const;
    const change = await changeChat(dependencies, command, request);
    return isRefusal(change) ? change : answer(chatOutput(change.chat), change.written);
  });
