// Renames a result folder.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { folderNamed } from './folder-of-chat.ts';

export const renameFolder = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('renameFolder'), async (input, userId, request) => {
    const { id: chatId, folderName, new_name: name } = input;
    const folder = await folderNamed(dependencies, { userId, chatId, folderName });
    const command = { type: 'RenameFolder', userId, chatId, folder, name } as const;
    const change = await dependencies.workspaces.change(userId, command, { ...request, input });
    return isRefusal(change) ? change : answer({ folder_name: name }, change.written);
  });
