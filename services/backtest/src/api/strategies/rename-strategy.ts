// Renames a strategy file; it keeps its place and its versions.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { renamedFilename } from '../../domain/strategy-filename.ts';
import type { Dependencies } from '../dependencies.ts';

export const renameStrategy = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('renameStrategy'), async ({ id, filename, new_filename }, userId, request) => {
    const command = { type: 'RenameStrategyFile', userId, chatId: id, filename, name: new_filename } as const;
    const change = await dependencies.workspaces.change(userId, command, request);
    return isRefusal(change) ? change : answer({ filename: renamedFilename(new_filename) }, change.written);
  });
