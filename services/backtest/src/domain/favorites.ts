// Commands on favourites: what is allowed, and the events that follow.
import {
  FAVORITES_MAX,
  type FavoriteItem,
  isRefusal,
  type Refusal,
  refuse,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { type FolderOfRun, folderNameIn, livingFolder } from './folders.ts';
import { chatIn, folderIn, type Workspace, type WorkspaceChat } from './workspace-state.ts';

/** The file to mark: a strategy file by its name, or a result folder, null where the chat doesn't have it. */
export type Marked = { type: 'strategy'; filename: string } | { type: 'folder'; folder: FolderOfRun | null };

export type FavoriteCommand = {
  type: 'AddFavorite' | 'RemoveFavorite';
  userId: string;
  chatId: string;
  marked: Marked;
};

type Found = { item: FavoriteItem; name: string; isFavorite: boolean };

const find = (chat: WorkspaceChat, marked: Marked): Found | Refusal => {
  if (marked.type === 'strategy') {
    const { filename } = marked;
    const file = chat.files.find((candidate) => candidate.filename === filename);
    if (!file) return refuse('STRATEGY_FILE_NOT_FOUND');
    return { item: { type: 'strategy', filename }, name: filename, isFavorite: file.isFavorite };
  }
  const folder = livingFolder(chat, marked.folder);
  if (isRefusal(folder)) return folder;
  const { runId } = folder;
  const { isFavorite } = folderIn(chat, runId);
  return { item: { type: 'folder', runId }, name: folderNameIn(chat, folder), isFavorite };
};

const countFavorites = ({ chats }: Workspace): number =>
  Object.values(chats)
    .flatMap(({ files, folders }) => [...files, ...folders])
    .filter(({ isFavorite }) => isFavorite).length;

/** Decides a command on favourites: what does not exist can't be marked, but counts as unmarked. */
export const decideFavorite = (
  { type, userId, chatId, marked }: FavoriteCommand,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal => {
  const chat = chatIn(workspace, chatId);
  const found = chat ? find(chat, marked) : refuse('CHAT_NOT_FOUND');
  const isToBe = type === 'AddFavorite';
  if (isRefusal(found)) return isToBe ? found : [];
  const { item, name, isFavorite } = found;
  if (isFavorite === isToBe) return [];
  if (!isToBe) return [{ type: 'FavoriteRemoved', data: { userId, chatId, item } }];
  if (countFavorites(workspace) >= FAVORITES_MAX)
    return refuse('TOO_MANY_FAVORITES', { limit: FAVORITES_MAX });
  return [{ type: 'FavoriteAdded', data: { userId, chatId, item, name } }];
};
