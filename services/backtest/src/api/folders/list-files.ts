// Lists a chat's strategy files and result folders.
import { messageOf, refuse, type SessionFile } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { displayNames } from '../../domain/strategy-filename.ts';
import { type ChatSummary, chatOf } from '../../projections/chats.ts';
import { foldersOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';
import { folderEntry, seconds } from './folder-entry.ts';

const FOLDERS_MAX = 1_000;

const strategyEntry = (
  { filename, createdAt, version }: ChatSummary['files'][number],
  display_name: string,
): SessionFile => ({
  filename,
  created_at: seconds(createdAt),
  type: 'strategy',
  display_name,
  run_id: null,
  version,
  result: null,
});

export const listFiles = ({ chatModel, runModel }: Dependencies): Handler =>
  userHandler(messageOf('listFiles'), async ({ id }, userId) => {
    const chat = await chatOf(chatModel, userId, id);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const folders = await foldersOf(runModel, id, FOLDERS_MAX);
    const names = displayNames(chat.files.map(({ filename }) => filename));
    const strategies = chat.files.map((file, at) => strategyEntry(file, names[at] ?? file.filename));
    return answer({ files: [...strategies, ...folders.map(folderEntry)] });
  });
