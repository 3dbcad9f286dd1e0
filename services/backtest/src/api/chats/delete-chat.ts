// Deletes a chat and everything in it, once no deployment of it may trade.
import { isRefusal, MESSAGES, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';

export const deleteChat = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteChat'), async ({ id }, userId, request) => {
    const found = await dependencies.client.request(MESSAGES.findChatDeployment, { chat_id: id }, request);
    if (isRefusal(found)) return found;
    if (found.output.may_trade) return refuse('CHAT_IS_DEPLOYED');
    const change = await dependencies.workspaces.change(
      userId,
      { type: 'DeleteChat', userId, chatId: id },
      request,
    );
    return isRefusal(change) ? change : answer({ deleted: true as const }, change.written);
  });
