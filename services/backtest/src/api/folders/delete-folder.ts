// Deletes a result folder, by its name or its run; the run stays in the account's history, and charged.
import { isRefusal, messageOf, type Refusal } from '@tradeium/contracts';
import { type Answer, answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import type { FolderOfRun } from '../../domain/folders.ts';
import type { Dependencies } from '../dependencies.ts';
import { folderNamed, folderOfRun } from './folder-of-chat.ts';

type Deleting = { userId: string; chatId: string; folder: FolderOfRun | null };

const remove = async (
  dependencies: Dependencies,
  deleting: Deleting,
  request: RequestContext,
  asked: object,
): Promise<Answer<{ deleted: true }> | Refusal> => {
  const command = { type: 'DeleteFolder', ...deleting } as const;
  const change = await dependencies.workspaces.change(command.userId, command, { ...request, input: asked });
  return isRefusal(change) ? change : answer({ deleted: true }, change.written);
};

export const deleteFolder = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteFolder'), async (input, userId, request) => {
    const { id: chatId, folderName } = input;
    const folder = await folderNamed(dependencies, { userId, chatId, folderName });
    return remove(dependencies, { userId, chatId, folder }, request, input);
  });

export const deleteRun = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteRun'), async (input, userId, request) => {
    const { id: chatId, run_id: runId } = input;
    const folder = await folderOfRun(dependencies, { userId, chatId }, runId);
    return remove(dependencies, { userId, chatId, folder }, request, input);
  });
