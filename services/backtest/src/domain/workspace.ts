// A user's workspace as an aggregate: its commands and their events.
import { backtestEvents, type Refusal, refuse, type WorkspaceEvent } from '@tradeium/contracts';
import { type ChatCommand, decideChat } from './chats.ts';
import { decideFavorite, type FavoriteCommand } from './favorites.ts';
import { decideFolder, type FolderCommand } from './folders.ts';
import { decideSharedLink, type SharedLinkCommand } from './shared-links.ts';
import { decideStrategyFile, type StrategyFileCommand } from './strategy-files.ts';
import { type DeleteStudy, decideStudyDeletion, decideUserRun, type UserRunCommand } from './user-runs.ts';
import { emptyWorkspace, evolveWorkspace, type Workspace } from './workspace-state.ts';

/** Deletes every chat, including the private one; nothing can be created afterwards. */
type EraseWorkspace = { type: 'EraseWorkspace'; userId: string };

export type WorkspaceCommand =
  | ChatCommand
  | StrategyFileCommand
  | FolderCommand
  | FavoriteCommand
  | SharedLinkCommand
  | UserRunCommand
  | DeleteStudy
  | EraseWorkspace;

/** Decides a command; refusals in the order in which they are checked. */
export const decideWorkspace = (
  command: WorkspaceCommand,
  workspace: Workspace,
  now: string,
): WorkspaceEvent[] | Refusal => {
  const { chats, isErased } = workspace;
  if (command.type === 'EraseWorkspace') {
    const { userId } = command;
    return isErased ? [] : [{ type: 'WorkspaceErased', data: { userId, chatIds: Object.keys(chats) } }];
  }
  if (isErased)
    return command.type === 'SettleRun' || command.type === 'SettleTry' ? [] : refuse('UNAUTHORIZED');
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
      return decideStrategyFile(command, workspace, now);
    case 'RenameFolder':
    case 'SaveFolderNotes':
    case 'DeleteFolder':
      return decideFolder(command, workspace, now);
    case 'AddFavorite':
    case 'RemoveFavorite':
      return decideFavorite(command, workspace);
    case 'ShareResult':
    case 'RevokeSharedLink':
      return decideSharedLink(command, workspace, now);
    case 'AdmitRun':
    case 'AdmitTry':
    case 'AdmitStudy':
    case 'SettleRun':
    case 'SettleTry':
      return decideUserRun(command, workspace, now);
    case 'DeleteStudy':
      return decideStudyDeletion(command, workspace);
  }
};

/** One aggregate per user. */
export const workspaceAggregate = {
  ...backtestEvents.workspace,
  stateVersion: 14,
  initial: emptyWorkspace,
  evolve: evolveWorkspace,
  decide: decideWorkspace,
  userOf: (userId: string) => userId,
  comparesCommands: true,
} as const;
