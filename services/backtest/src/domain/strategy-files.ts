// Commands on a chat's strategy files: what is allowed, and the events that follow.
import {
  isRefusal,
  type Refusal,
  refuse,
  STRATEGY_FILES_MAX,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { newFilesRefusal, savedRefusal, versionRefusal } from './storage.ts';
import { displayKey, freeFilename, renamedFilename } from './strategy-filename.ts';
import {
  changeableChat,
  fileAt,
  type StrategyFile,
  type Workspace,
  type WorkspaceChat,
} from './workspace-state.ts';

type Source = { code: string; size: number };
type NewestVersion = Pick<StrategyFile, 'version' | 'code'>;

export type StrategyFileCommand = { userId: string; chatId: string } & (
  | ({ type: 'AddStrategyFile'; wantedName: string } & Source)
  /** Saves a new version of the file at `index`, counted from 0 in the order of creation, if its name matches. */
  | ({ type: 'SaveStrategyFile'; index: number; filename?: string } & Source)
  /** Saves an earlier version's content, null where it is no longer stored, as a new version after `newest`. */
  | { type: 'RestoreStrategyFile'; filename: string; earlier: Source | null; newest: NewestVersion | null }
  /** `name` as the user writes it, without prefix and ending. */
  | { type: 'RenameStrategyFile'; filename: string; name: string }
  | { type: 'DeleteStrategyFile'; filename: string }
);

type CommandOf<Type extends StrategyFileCommand['type']> = Extract<StrategyFileCommand, { type: Type }>;
type Moment = { readonly workspace: Workspace; readonly now: string };
type Decision = WorkspaceEvent[] | Refusal;

/** Decides a command on strategy files; refusals in the order in which they are checked. */
export const decideStrategyFile = (
  command: StrategyFileCommand,
  workspace: Workspace,
  now: string,
): Decision => {
  const chat = changeableChat(workspace, command.chatId);
  if (isRefusal(chat)) return chat;
  if (command.type === 'AddStrategyFile') return addFile(command, chat, { workspace, now });
  const file =
    command.type === 'SaveStrategyFile'
      ? fileAt(chat, command.index, command.filename)
      : chat.files.find(({ filename }) => filename === command.filename);
  if (!file) return refuse('STRATEGY_FILE_NOT_FOUND');
  switch (command.type) {
    case 'SaveStrategyFile':
      return nextVersion(command, file, command, { workspace, now });
    case 'RestoreStrategyFile':
      if (file.version !== command.newest?.version || file.code !== command.newest.code)
        return refuse('CONCURRENT_CHANGE');
      return command.earlier === null
        ? refuse('STRATEGY_VERSION_NOT_FOUND')
        : nextVersion(command, file, command.earlier, { workspace, now });
    case 'RenameStrategyFile':
      return renameFile(command, chat);
    case 'DeleteStrategyFile': {
      const { userId, chatId, filename } = command;
      return [{ type: 'StrategyFileDeleted', data: { userId, chatId, filename } }];
    }
  }
};

const takenNames = ({ files }: WorkspaceChat, except?: string): Set<string> =>
  new Set(files.flatMap(({ filename }) => (filename === except ? [] : [displayKey(filename)])));

const addFile = (
  { userId, chatId, wantedName, code, size }: CommandOf<'AddStrategyFile'>,
  chat: WorkspaceChat,
  { workspace, now }: Moment,
): Decision => {
  if (chat.files.length >= STRATEGY_FILES_MAX)
    return refuse('TOO_MANY_STRATEGY_FILES', { limit: STRATEGY_FILES_MAX });
  const refusal = newFilesRefusal(workspace, [size]) ?? savedRefusal(workspace, size, now);
  if (refusal) return refusal;
  const filename = freeFilename(wantedName, takenNames(chat));
  return [{ type: 'StrategyFileSaved', data: { userId, chatId, filename, version: 1, code, size, at: now } }];
};

/** The same code again is not a new version. */
const nextVersion = (
  { userId, chatId }: StrategyFileCommand,
  file: StrategyFile,
  { code, size }: Source,
  { workspace, now }: Moment,
): Decision => {
  if (file.code === code) return [];
  const refusal = versionRefusal(workspace, file, size, now);
  if (refusal) return refusal;
  const { filename, version } = file;
  const data = { userId, chatId, filename, version: version + 1, code, size, at: now };
  return [{ type: 'StrategyFileSaved', data }];
};

const renameFile = (
  { userId, chatId, filename, name }: CommandOf<'RenameStrategyFile'>,
  chat: WorkspaceChat,
): Decision => {
  const newFilename = renamedFilename(name);
  if (newFilename === filename) return [];
  if (takenNames(chat, filename).has(displayKey(newFilename))) return refuse('STRATEGY_NAME_TAKEN');
  return [{ type: 'StrategyFileRenamed', data: { userId, chatId, filename, newFilename } }];
};
