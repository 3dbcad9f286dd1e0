// Deletes a chat and everything in it.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { changeWorkspace } from '../commands/change-workspace.ts';
import type { Dependencies } from './dependencies.ts';

export const deleteChat = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteChat'), async ({ id }, userId, request) => {
    const change = await changeWorkspace(dependencies, { type: 'DeleteChat', userId, chatId: id }, request);
    return isRefusal(change) ? change : answer({ deleted: true as const }, change.written);
  });
