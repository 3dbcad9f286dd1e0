// Commands on a chat's result folders: rename, add notes, delete.
import { isRefusal, type Refusal, refuse, type WorkspaceEvent } from '@tradeium/contracts';
import { isNameOfOtherRun, nameKey } from './names.ts';
import { savedRefusal } from './storage.ts';
import { chatIn, folderIn, type Workspace, type WorkspaceChat } from './workspace-state.ts';

/** A run with a result folder in this chat: facts that never change. */
export type FolderOfRun = {
  readonly runId: string;
  /** The name that the run gave its folder. */
  readonly givenName: string;
  /** Digest of the file `Settings` as the run wrote it; null: it wrote none. */
  readonly settings: string | null;
  /** False for a private strategy. */
  readonly hasCode: boolean;
};

/** `folder` is null where the chat doesn't have it. */
export type FolderCommand = { userId: string; chatId: string; folder: FolderOfRun | null } & (
  | { type: 'RenameFolder'; name: string }
  /** `settings` and `size` of the file with the notes in it. */
  | { type: 'SaveFolderNotes'; settings: string; size: number }
  | { type: 'DeleteFolder' }
);

type Decision = WorkspaceEvent[] | Refusal;

/** The folder, unless it was deleted. */
export const livingFolder = (chat: WorkspaceChat, folder: FolderOfRun | null): FolderOfRun | Refusal =>
  folder === null || chat.deletedRuns.includes(folder.runId) ? refuse('FOLDER_NOT_FOUND') : folder;

/** The folder's name as the user sees it. */
export const folderNameIn = (chat: WorkspaceChat, { runId, givenName }: FolderOfRun): string =>
  folderIn(chat, runId).name ?? givenName;

/** Decides a command on a result folder; refusals in the order in which they are checked. */
export const decideFolder = (command: FolderCommand, workspace: Workspace, now: string): Decision => {
  const { userId, chatId } = command;
  const chat = chatIn(workspace, chatId);
  if (!chat) return refuse('CHAT_NOT_FOUND');
  const folder = livingFolder(chat, command.folder);
  if (isRefusal(folder)) return folder;
  const { runId } = folder;
  switch (command.type) {
    case 'RenameFolder': {
      const { name } = command;
      if (folderNameIn(chat, folder) === name) return [];
      const isTaken = chat.folders.some(
        (other) => other.runId !== runId && other.name !== null && nameKey(other.name) === nameKey(name),
      );
      if (isTaken || isNameOfOtherRun(name, folder.givenName)) return refuse('FOLDER_NAME_TAKEN');
      return [{ type: 'FolderRenamed', data: { userId, chatId, runId, name } }];
    }
    case 'SaveFolderNotes': {
      const { settings, size } = command;
      if ((folderIn(chat, runId).settings ?? folder.settings) === settings) return [];
      const refusal = savedRefusal(workspace, size, now);
      if (refusal) return refusal;
      return [{ type: 'FolderNotesSaved', data: { userId, chatId, runId, settings, size, at: now } }];
    }
    case 'DeleteFolder':
      return [{ type: 'FolderDeleted', data: { userId, chatId, runId } }];
  }
};
