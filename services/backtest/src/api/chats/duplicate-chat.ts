// Makes a new chat with the newest version of each strategy file of another.

import { isRefusal, messageOf } from '@tradeium/contracts';
import { idFrom } from '@tradeium/event-store';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOutput } from '../../projections/chats.ts';
import { changeChat } from '../change-workspace.ts';
import type { Dependencies } from '../dependencies.ts';

export const duplicateChat = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('duplicateChat'), async ({ id }, userId, request) => {
    const chatId = idFrom('chat', request.commandId);
    const conversationId = idFrom('conversation', request.commandId);
    const command = { type: 'DuplicateChat', userId, chatId, sourceChatId: id, conversationId } as const;
    const change = await changeChat(dependencies, command, request);
    return isRefusal(change) ? change : answer(chatOutput(change.chat), change.written);
  });
