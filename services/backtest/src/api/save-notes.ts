// Saves the user's notes on a result in its file `Settings`, so that no event holds their text.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, type UserFiles, userHandler } from '@tradeium/service-kit';
import { changeWorkspace } from '../commands/change-workspace.ts';
import { settingsWithNotes } from '../domain/folder-notes.ts';
import type { FolderOfRun } from '../domain/folders.ts';
import type { Dependencies } from './dependencies.ts';
import { folderNamed } from './folder-of-chat.ts';

const writeSettings = async (
  files: UserFiles,
  userId: string,
  { settings: digest }: FolderOfRun,
  notes: string,
) => {
  const written = digest === null ? null : (await files.get(userId, digest)).toString('utf8');
  const bytes = Buffer.from(settingsWithNotes(written, notes), 'utf8');
  return { settings: await files.put(userId, bytes), size: bytes.length };
};

export const saveNotes = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('saveNotes'), async (input, userId, request) => {
    const { id: chatId, folderName, notes } = input;
    const folder = await folderNamed(dependencies, { userId, chatId, folderName });
    const file = folder
      ? await writeSettings(dependencies.files, userId, folder, notes)
      : { settings: '', size: 0 };
    const command = { type: 'SaveFolderNotes', userId, chatId, folder, ...file } as const;
    const change = await changeWorkspace(dependencies, command, request, input);
    return isRefusal(change) ? change : answer({ notes }, change.written);
  });
