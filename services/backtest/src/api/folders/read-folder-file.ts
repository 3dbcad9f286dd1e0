// Locates the bytes of one file of a result folder.
import { type FolderFile, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOf } from '../../projections/chats.ts';
import { folderOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

const CONTENT_TYPES: Readonly<Record<FolderFile, string>> = {
  Settings: 'application/json; charset=utf-8',
  Strategy: 'text/x-python; charset=utf-8',
  Table: 'text/csv; charset=utf-8',
  Trades: 'text/csv; charset=utf-8',
  Statistics: 'application/json; charset=utf-8',
  Chance: 'application/json; charset=utf-8',
  Chart: 'image/png',
};

const isFolderFile = (filename: string): filename is FolderFile => Object.hasOwn(CONTENT_TYPES, filename);

export const readFolderFile = ({ chatModel, runModel, files }: Dependencies): Handler =>
  userHandler(messageOf('readFolderFile'), async ({ id, folderName, filename }, userId) => {
    if (!(await chatOf(chatModel, userId, id))) return refuse('CHAT_NOT_FOUND');
    const run = await folderOf(runModel, id, folderName);
    if (!run) return refuse('FOLDER_NOT_FOUND');
    const file = run.files.find((candidate) => candidate.filename === filename);
    if (!file || !isFolderFile(filename)) return refuse('FILE_NOT_FOUND');
    return answer({
      digest: file.digest,
      size: file.size,
      contentType: CONTENT_TYPES[filename],
      filename,
      key: await files.keyOf(userId, file.digest),
    });
  });
