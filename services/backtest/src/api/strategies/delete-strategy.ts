// Deletes a strategy file with its versions; results of it stay.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';

export const deleteStrategy = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteStrategy'), async ({ id, filename }, userId, request) => {
    const command = { type: 'DeleteStrategyFile', userId, chatId: id, filename } as const;
    const change = await dependencies.workspaces.change(userId, command, request);
    return isRefusal(change) ? change : answer({ deleted: true as const }, change.written);
  });
