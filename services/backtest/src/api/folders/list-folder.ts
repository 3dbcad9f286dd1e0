// Lists the files of a result folder.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOf } from '../../projections/chats.ts';
import { folderOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

export const listFolder = ({ chatModel, runModel }: Dependencies): Handler =>
  userHandler(messageOf('listFolder'), async ({ id, folderName }, userId) => {
    if (!(await chatOf(chatModel, userId, id))) return refuse('CHAT_NOT_FOUND');
    const run = await folderOf(runModel, id, folderName);
    if (!run) return refuse('FOLDER_NOT_FOUND');
    return answer({ files: run.files.map(({ filename, size }) => ({ filename, size })) });
  });
