// A user's workspace: his chats and their strategy files; what may be done with them, and what then has happened.
import {
  CHATS_MAX,
  isRefusal,
  type Refusal,
  refuse,
  STRATEGY_FILES_MAX,
  type WorkspaceEvent,
  workspaceEvents,
} from '@tradeium/contracts';
import { freeFilename } from './strategy-filename.ts';

export type StrategyFile = {
  readonly filename: string;
  readonly version: number;
  /** Digest of the newest version's source. */
  readonly code: string;
};

export type WorkspaceChat = {
  readonly name: string;
  readonly files: readonly StrategyFile[];
  /** Nothing in a private chat can be changed. */
  readonly isPrivate: boolean;
};

export type Workspace = {
  /** Chats that were ever created, deleted ones too. */
  readonly chatsCreated: number;
  /** Living chats by id, oldest first. */
  readonly chats: Readonly<Record<string, WorkspaceChat>>;
  /** Its user's account is gone. */
  readonly isErased: boolean;
};

/** The chats that a user made himself, oldest first. */
export const publicChatIds = ({ chats }: Workspace): string[] =>
  Object.keys(chats).filter((chatId) => !chats[chatId]?.isPrivate);

/** A living chat; ids come from outside, and every object also has what `Object` has (`constructor`, …). */
export const chatIn = ({ chats }: Workspace, chatId: string): WorkspaceChat | undefined =>
  Object.hasOwn(chats, chatId) ? chats[chatId] : undefined;

const emptyWorkspace: Workspace = { chatsCreated: 0, chats: {}, isErased: false };

const withChat = (workspace: Workspace, chatId: string, change: Partial<WorkspaceChat>): Workspace => {
  const chat = chatIn(workspace, chatId);
  if (!chat) return workspace;
  return { ...workspace, chats: { ...workspace.chats, [chatId]: { ...chat, ...change } } };
};

/** Folds one event into the workspace. */
const evolveWorkspace = (workspace: Workspace, { type, data }: WorkspaceEvent): Workspace => {
  switch (type) {
    case 'ChatCreated':
      return {
        ...workspace,
        chatsCreated: data.localId,
        chats: { ...workspace.chats, [data.chatId]: { name: data.name, files: [], isPrivate: data.private } },
      };
    case 'ChatRenamed':
      return withChat(workspace, data.chatId, { name: data.name });
    case 'ChatDeleted': {
      const { [data.chatId]: _, ...chats } = workspace.chats;
      return { ...workspace, chats };
    }
    case 'StrategyFileSaved': {
      const files = chatIn(workspace, data.chatId)?.files ?? [];
      const saved = { filename: data.filename, version: data.version, code: data.code };
      const known = files.some(({ filename }) => filename === data.filename);
      return withChat(workspace, data.chatId, {
        files: known
          ? files.map((file) => (file.filename === data.filename ? saved : file))
          : [...files, saved],
      });
    }
    case 'WorkspaceErased':
      return { ...emptyWorkspace, isErased: true };
  }
};

/** One aggregate a user. */
export const workspaceAggregate = {
  context: 'backtest',
  name: 'workspace',
  events: workspaceEvents,
  stateVersion: 3,
  initial: emptyWorkspace,
  evolve: evolveWorkspace,
} as const;

type NewChat = { chatId: string; name: string; conversationId: string };

export type WorkspaceCommand =
  | { type: 'CreateChat'; userId: string; chatId: string; name: string; conversationId: string }
  /** Creates, where they are missing, a first chat and the private one. */
  | { type: 'EnsureFirstChats'; userId: string; first: NewChat; private: NewChat }
  | { type: 'RenameChat'; userId: string; chatId: string; name: string }
  | { type: 'DeleteChat'; userId: string; chatId: string }
  | {
      type: 'AddStrategyFile';
      userId: string;
      chatId: string;
      wantedName: string;
      code: string;
      size: number;
    }
  /** Saves a new version of the file at `index`, counted from 0 in the order of creation. */
  | { type: 'SaveStrategyFile'; userId: string; chatId: string; index: number; code: string; size: number }
  /** Deletes every chat, the private one too, and lets nothing be made any more. */
  | { type: 'EraseWorkspace'; userId: string };

/** Decides a command; refusals in the order in which they are checked. */
export const decideWorkspace = (
  command: WorkspaceCommand,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal => {
  if (command.type === 'EraseWorkspace') return eraseWorkspace(command, workspace);
  // Whoever still asks has a session that is about to end.
  if (workspace.isErased) return refuse('UNAUTHORIZED');
  switch (command.type) {
    case 'EnsureFirstChats':
      return ensureFirstChats(command, workspace);
    case 'CreateChat':
      return createChat(command, workspace);
    case 'RenameChat':
      return renameChat(command, workspace);
    case 'DeleteChat': {
      const { userId, chatId } = command;
      const chat = changeableChat(workspace, chatId);
      return isRefusal(chat) ? chat : [{ type: 'ChatDeleted', data: { userId, chatId } }];
    }
    case 'AddStrategyFile':
      return addStrategyFile(command, workspace);
    case 'SaveStrategyFile':
      return saveStrategyFile(command, workspace);
  }
};

type CommandOf<Type extends WorkspaceCommand['type']> = Extract<WorkspaceCommand, { type: Type }>;

const eraseWorkspace = (
  { userId }: CommandOf<'EraseWorkspace'>,
  { chats, isErased }: Workspace,
): WorkspaceEvent[] =>
  isErased ? [] : [{ type: 'WorkspaceErased', data: { userId, chatIds: Object.keys(chats) } }];

const isTaken = (workspace: Workspace, name: string, exceptChatId?: string): boolean =>
  Object.entries(workspace.chats).some(
    ([chatId, chat]) => chatId !== exceptChatId && chat.name.toLowerCase() === name.toLowerCase(),
  );

const createChat = (
  { userId, chatId, name, conversationId }: CommandOf<'CreateChat'>,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal => {
  // The same command, so long ago that its id is forgotten.
  if (chatIn(workspace, chatId)) return [];
  if (isTaken(workspace, name)) return refuse('CHAT_NAME_TAKEN');
  if (publicChatIds(workspace).length >= CHATS_MAX) return refuse('TOO_MANY_CHATS', { limit: CHATS_MAX });
  const localId = workspace.chatsCreated + 1;
  return [{ type: 'ChatCreated', data: { userId, chatId, localId, name, conversationId, private: false } }];
};

const ensureFirstChats = (
  { userId, first, private: privateChat }: CommandOf<'EnsureFirstChats'>,
  workspace: Workspace,
): WorkspaceEvent[] => {
  const hasPublic = publicChatIds(workspace).length > 0;
  const hasPrivate = Object.values(workspace.chats).some((chat) => chat.isPrivate);
  const missing = [
    ...(hasPublic ? [] : [{ ...first, private: false }]),
    ...(hasPrivate ? [] : [{ ...privateChat, private: true }]),
  ];
  return missing.map((chat, at) => ({
    type: 'ChatCreated',
    data: { userId, localId: workspace.chatsCreated + 1 + at, ...chat },
  }));
};

/** A living chat whose name and files are the user's to change. */
const changeableChat = (workspace: Workspace, chatId: string): WorkspaceChat | Refusal => {
  const chat = chatIn(workspace, chatId);
  if (!chat) return refuse('CHAT_NOT_FOUND');
  return chat.isPrivate ? refuse('PRIVATE_CHAT_READ_ONLY') : chat;
};

const renameChat = (
  { userId, chatId, name }: CommandOf<'RenameChat'>,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal => {
  const chat = changeableChat(workspace, chatId);
  if (isRefusal(chat)) return chat;
  if (chat.name === name) return [];
  if (isTaken(workspace, name, chatId)) return refuse('CHAT_NAME_TAKEN');
  return [{ type: 'ChatRenamed', data: { userId, chatId, name } }];
};

const addStrategyFile = (
  command: CommandOf<'AddStrategyFile'>,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal => {
  const { userId, chatId, code, size } = command;
  const chat = changeableChat(workspace, chatId);
  if (isRefusal(chat)) return chat;
  if (chat.files.length >= STRATEGY_FILES_MAX)
    return refuse('TOO_MANY_STRATEGY_FILES', { limit: STRATEGY_FILES_MAX });
  const filename = freeFilename(command.wantedName, new Set(chat.files.map((file) => file.filename)));
  return [{ type: 'StrategyFileSaved', data: { userId, chatId, filename, version: 1, code, size } }];
};

const saveStrategyFile = (
  command: CommandOf<'SaveStrategyFile'>,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal => {
  const { userId, chatId, index, code, size } = command;
  const chat = changeableChat(workspace, chatId);
  if (isRefusal(chat)) return chat;
  const file = chat.files[index];
  if (!file) return refuse('STRATEGY_FILE_NOT_FOUND');
  if (file.code === code) return [];
  const { filename, version } = file;
  return [
    { type: 'StrategyFileSaved', data: { userId, chatId, filename, version: version + 1, code, size } },
  ];
};
