// Answers with a user's first chat; creates it and the private chat where there is none.

import { isRefusal, messageOf, PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import { idFrom } from '@tradeium/event-store';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { publicChatIds } from '../../domain/workspace-state.ts';
import { chatOutput } from '../../projections/chats.ts';
import { withChat } from '../change-workspace.ts';
import type { Dependencies } from '../dependencies.ts';

const FIRST_CHAT_NAME = 'My first backtest';

export const getFirstChat = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('getFirstChat'), async (_, userId, request) => {
    const newChat = (kind: string, name: string) => ({
      chatId: idFrom(`${kind}chat`, request.commandId),
      name,
      conversationId: idFrom(`${kind}conversation`, request.commandId),
    });
    const command = {
      type: 'EnsureFirstChats',
      userId,
      first: newChat('', FIRST_CHAT_NAME),
      private: newChat('private-', PRIVATE_STRATEGY_NAME),
    } as const;
    const change = await dependencies.workspaces.change(userId, command, request);
    if (isRefusal(change)) return change;
    const [firstChatId = ''] = publicChatIds(change.state);
    const first = await withChat(dependencies, { userId, chatId: firstChatId }, change);
    return isRefusal(first) ? first : answer(chatOutput(first.chat), first.written);
  });
