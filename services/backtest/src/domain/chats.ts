// Commands on whole chats: what is allowed, and the events that follow.
import { CHATS_MAX, isRefusal, type Refusal, refuse, type WorkspaceEvent } from '@tradeium/contracts';
import { copyName, nameKey } from './names.ts';
import { newFilesRefusal } from './storage.ts';
import { changeableChat, chatIn, publicChatIds, type Workspace } from './workspace-state.ts';

type NewChat = { chatId: string; name: string; conversationId: string };

export type ChatCommand =
  | { type: 'CreateChat'; userId: string; chatId: string; name: string; conversationId: string }
  /** Creates, where they are missing, a first chat and the private one. */
  | { type: 'EnsureFirstChats'; userId: string; first: NewChat; private: NewChat }
  | { type: 'RenameChat'; userId: string; chatId: string; name: string }
  /** A new chat `chatId` with the newest version of each strategy file of `sourceChatId`. */
  | { type: 'DuplicateChat'; userId: string; chatId: string; sourceChatId: string; conversationId: string }
  | { type: 'DeleteChat'; userId: string; chatId: string };

type CommandOf<Type extends ChatCommand['type']> = Extract<ChatCommand, { type: Type }>;
type Decision = WorkspaceEvent[] | Refusal;

/** Decides a command on chats; refusals in the order in which they are checked. */
export const decideChat = (command: ChatCommand, workspace: Workspace): Decision => {
  switch (command.type) {
    case 'EnsureFirstChats':
      return ensureFirstChats(command, workspace);
    case 'CreateChat':
      return createChat(command, workspace);
    case 'RenameChat':
      return renameChat(command, workspace);
    case 'DuplicateChat':
      return duplicateChat(command, workspace);
    case 'DeleteChat': {
      const { userId, chatId } = command;
      const chat = changeableChat(workspace, chatId);
      return isRefusal(chat) ? chat : [{ type: 'ChatDeleted', data: { userId, chatId } }];
    }
  }
};

const takenNames = ({ chats }: Workspace, exceptChatId?: string): Set<string> =>
  new Set(
    Object.entries(chats).flatMap(([chatId, chat]) => (chatId === exceptChatId ? [] : [nameKey(chat.name)])),
  );

const isFull = (workspace: Workspace): boolean => publicChatIds(workspace).length >= CHATS_MAX;
const tooManyChats = (): Refusal => refuse('TOO_MANY_CHATS', { limit: CHATS_MAX });

const createChat = (
  { userId, chatId, name, conversationId }: CommandOf<'CreateChat'>,
  workspace: Workspace,
): Decision => {
  // The same command, but its id is too old to be remembered.
  if (chatIn(workspace, chatId)) return [];
  if (takenNames(workspace).has(nameKey(name))) return refuse('CHAT_NAME_TAKEN');
  if (isFull(workspace)) return tooManyChats();
  const localId = workspace.chatsCreated + 1;
  return [{ type: 'ChatCreated', data: { userId, chatId, localId, name, conversationId, private: false } }];
};

const ensureFirstChats = (
  { userId, first, private: privateChat }: CommandOf<'EnsureFirstChats'>,
  workspace: Workspace,
): Decision => {
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

const renameChat = ({ userId, chatId, name }: CommandOf<'RenameChat'>, workspace: Workspace): Decision => {
  const chat = changeableChat(workspace, chatId);
  if (isRefusal(chat)) return chat;
  if (chat.name === name) return [];
  if (takenNames(workspace, chatId).has(nameKey(name))) return refuse('CHAT_NAME_TAKEN');
  return [{ type: 'ChatRenamed', data: { userId, chatId, name } }];
};

/** One event, as there may be more files than events in a commit. */
const duplicateChat = (command: CommandOf<'DuplicateChat'>, workspace: Workspace): Decision => {
  const { userId, chatId, sourceChatId, conversationId } = command;
  if (chatIn(workspace, chatId)) return [];
  const source = changeableChat(workspace, sourceChatId);
  if (isRefusal(source)) return source;
  if (isFull(workspace)) return tooManyChats();
  const refusal = newFilesRefusal(
    workspace,
    source.files.map(({ size }) => size),
  );
  if (refusal) return refusal;
  const name = copyName(source.name, takenNames(workspace));
  const files = source.files.map(({ filename, code, size }) => ({ filename, code, size }));
  const localId = workspace.chatsCreated + 1;
  const data = { userId, chatId, localId, name, conversationId, sourceChatId, files };
  return [{ type: 'ChatDuplicated', data }];
};
