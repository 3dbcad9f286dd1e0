// Every command on a workspace, and who decides it.
import { type Refusal, refuse, type WorkspaceEvent } from '@tradeium/contracts';
import { type ChatCommand, decideChat } from './chats.ts';
import { decideFavorite, type FavoriteCommand } from './favorites.ts';
import { decideFolder, type FolderCommand } from './folders.ts';
import { decideStrategyFile, type StrategyFileCommand } from './strategy-files.ts';
import type { Workspace } from './workspace.ts';

/** Deletes every chat, the private one too, and lets nothing be made any more. */
type EraseWorkspace = { type: 'EraseWorkspace'; userId: string };

export type WorkspaceCommand =
  | ChatCommand
  | StrategyFileCommand
  | FolderCommand
  | FavoriteCommand
  | EraseWorkspace;

/** Decides a command; refusals in the order in which they are checked. */
export const decideWorkspace = (
  command: WorkspaceCommand,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal => {
  const { chats, isErased } = workspace;
  if (command.type === 'EraseWorkspace') {
    const { userId } = command;
    return isErased ? [] : [{ type: 'WorkspaceErased', data: { userId, chatIds: Object.keys(chats) } }];
  }
  // Whoever still asks has a session that is about to end.
  if (isErased) return refuse('UNAUTHORIZED');
  switch (command.type) {
    case 'CreateChat':
    case 'EnsureFirstChats':
    case 'RenameChat':
    case 'DuplicateChat':
    case 'DeleteChat':
      return decideChat(command, workspace);
    case 'AddStrategyFile':
    case 'SaveStrategyFile':
    case 'RestoreStrategyFile':
    case 'RenameStrategyFile':
    case 'DeleteStrategyFile':
      return decideStrategyFile(command, workspace);
    case 'RenameFolder':
    case 'SaveFolderNotes':
    case 'DeleteFolder':
      return decideFolder(command, workspace);
    case 'AddFavorite':
    case 'RemoveFavorite':
      return decideFavorite(command, workspace);
  }
};
