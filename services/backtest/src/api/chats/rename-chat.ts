// Renames a chat, by PUT and by PATCH alike.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOutput } from '../../projections/chats.ts';
import { changeChat } from '../change-workspace.ts';
import type { Dependencies } from '../dependencies.ts';

const renaming = (message: ReturnType<typeof messageOf<'renameChat'>>, dependencies: Dependencies): Handler =>
  userHandler(message, async ({ id, name }, userId, request) => {
    const change = await changeChat(dependencies, { type: 'RenameChat', userId, chatId: id, name }, request);
    return isRefusal(change) ? change : answer(chatOutput(change.chat), change.written);
  });

export const renameChat = (dependencies: Dependencies): Handler =>
  renaming(messageOf('renameChat'), dependencies);

export const patchChat = (dependencies: Dependencies): Handler =>
  renaming(messageOf('patchChat'), dependencies);
