// Tells a user's first chat; a user without any gets one.
import { isRefusal, messageOf, READ_YOUR_WRITES_TIMEOUT_MS, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOf, chatOutput } from '../projections/chats.ts';
import { changeWorkspace, idFor } from './change-workspace.ts';
import type { Dependencies } from './dependencies.ts';

const FIRST_CHAT_NAME = 'My first backtest';

export const getFirstChat = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('getFirstChat'), async (_, userId, request) => {
    const chatId = idFor('chat', request);
    const conversationId = idFor('conversation', request);
    const command = {
      type: 'EnsureFirstChat',
      userId,
      chatId,
      name: FIRST_CHAT_NAME,
      conversationId,
    } as const;
    const change = await changeWorkspace(dependencies, command, request);
    if (isRefusal(change)) return change;
    const [firstChatId = chatId] = Object.keys(change.workspace.chats);
    await dependencies.waitForWrites({ backtest: change.written.sequence }, READ_YOUR_WRITES_TIMEOUT_MS);
    const chat = await chatOf(dependencies.chatModel, userId, firstChatId);
    return chat ? answer(chatOutput(chat), change.written) : refuse('SERVICE_UNAVAILABLE');
  });
