// Saves the user's notes on a result in its file `Settings`, so that no event holds their text.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, type UserFiles, userHandler } from '@tradeium/service-kit';
import { changeWithFile } from '../../commands/change-with-file.ts';
import { settingsWithNotes } from '../../domain/folder-notes.ts';
import type { FolderOfRun } from '../../domain/folders.ts';
import type { Dependencies } from '../dependencies.ts';
import { folderNamed } from './folder-of-chat.ts';

/** The file `Settings` as the run wrote it, with these notes in it. */
const settingsText = async (
  files: UserFiles,
  userId: string,
  { settings: digest }: FolderOfRun,
  notes: string,
): Promise<string> => {
  const written = digest === null ? null : (await files.get(userId, digest)).toString('utf8');
  return settingsWithNotes(written, notes);
};

export const saveNotes = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('saveNotes'), async (input, userId, request) => {
    const { id: chatId, folderName, notes } = input;
    const folder = await folderNamed(dependencies, { userId, chatId, folderName });
    const text = folder ? await settingsText(dependencies.files, userId, folder, notes) : '';
    const change = await changeWithFile(
      dependencies,
      { userId, text, asked: input },
      request,
      ({ digest: settings, size }) => ({ type: 'SaveFolderNotes', userId, chatId, folder, settings, size }),
    );
    return isRefusal(change) ? change : answer({ notes }, change.written);
  });
