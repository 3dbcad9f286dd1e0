// The chats of all users with their strategy files, as the chat list and the file panel read them.
import { type Chat, STRATEGY_VERSIONS_MAX, type WorkspaceEvent } from '@tradeium/contracts';
import type { Change, Projection, Stored, StoredEvent } from '@tradeium/event-store';
import { type Model, Schema } from 'mongoose';
import { workspaceAggregate } from '../domain/workspace.ts';

export type StrategyFileDocument = {
  filename: string;
  version: number;
  /** Digest of the newest version's source. */
  code: string;
  size: number;
  createdAt: string;
  savedAt: string;
  /** The newest versions, oldest first; the last is the one above. Older ones are gone. */
  versions: VersionDocument[];
};

type VersionDocument = { version: number; code: string; size: number; savedAt: string };

type ChatFields = {
  userId: string;
  localId: number;
  name: string;
  conversationId: string;
  createdAt: string;
  isPrivate: boolean;
  /** In the order of creation, which is what `strategy_{index}` counts. */
  files: StrategyFileDocument[];
};

export type ChatDocument = Stored<ChatFields>;

const schema = new Schema<ChatFields>({
  userId: String,
  localId: Number,
  name: String,
  conversationId: String,
  createdAt: String,
  isPrivate: Boolean,
  files: [
    {
      _id: false,
      filename: String,
      version: Number,
      code: String,
      size: Number,
      createdAt: String,
      savedAt: String,
      versions: [{ _id: false, version: Number, code: String, size: Number, savedAt: String }],
    },
  ],
});
schema.index({ userId: 1, localId: -1 });

const withFile = (
  chat: ChatFields,
  file: Omit<StrategyFileDocument, 'createdAt' | 'versions'>,
): ChatFields => {
  const { filename, ...version } = file;
  const known = chat.files.find((other) => other.filename === filename);
  const saved: StrategyFileDocument = {
    ...file,
    createdAt: known?.createdAt ?? file.savedAt,
    versions: [...(known?.versions ?? []), version].slice(-STRATEGY_VERSIONS_MAX),
  };
  return {
    ...chat,
    files: known ? chat.files.map((other) => (other === known ? saved : other)) : [...chat.files, saved],
  };
};

const withRenamedFile = (chat: ChatFields, filename: string, newFilename: string): ChatFields => ({
  ...chat,
  files: chat.files.map((file) => (file.filename === filename ? { ...file, filename: newFilename } : file)),
});

type ChatMade = Extract<WorkspaceEvent, { type: 'ChatCreated' | 'ChatDuplicated' }>;

const made = (event: ChatMade, createdAt: string): ChatFields => {
  const { userId, localId, name, conversationId } = event.data;
  const isPrivate = event.type === 'ChatCreated' && event.data.private;
  const copied = event.type === 'ChatDuplicated' ? event.data.files : [];
  return copied
    .map((file) => ({ ...file, version: 1, savedAt: createdAt }))
    .reduce<ChatFields>(withFile, {
      userId,
      localId,
      name,
      conversationId,
      createdAt,
      isPrivate,
      files: [],
    });
};

const changes = ({ event, meta }: StoredEvent<WorkspaceEvent>): Change<ChatFields>[] => {
  switch (event.type) {
    case 'ChatCreated':
    case 'ChatDuplicated':
      return [{ id: event.data.chatId, apply: () => made(event, meta.at) }];
    case 'ChatRenamed': {
      const { chatId, name } = event.data;
      return [{ id: chatId, apply: (chat) => chat && { ...chat, name } }];
    }
    case 'StrategyFileRenamed': {
      const { chatId, filename, newFilename } = event.data;
      return [{ id: chatId, apply: (chat) => chat && withRenamedFile(chat, filename, newFilename) }];
    }
    case 'StrategyFileDeleted': {
      const { chatId, filename } = event.data;
      const stays = (file: StrategyFileDocument) => file.filename !== filename;
      return [{ id: chatId, apply: (chat) => chat && { ...chat, files: chat.files.filter(stays) } }];
    }
    case 'ChatDeleted':
      return [{ id: event.data.chatId, apply: () => null }];
    case 'WorkspaceErased':
      return event.data.chatIds.map((id) => ({ id, apply: () => null }));
    case 'StrategyFileSaved': {
      const { chatId, filename, version, code, size } = event.data;
      return [
        {
          id: chatId,
          apply: (chat) => chat && withFile(chat, { filename, version, code, size, savedAt: meta.at }),
        },
      ];
    }
    default:
      return [];
  }
};

export const chatsProjection: Projection<WorkspaceEvent, ChatFields> = {
  name: 'chats',
  version: 4,
  reads: [workspaceAggregate],
  schema,
  changes,
};

export type ChatModel = () => Model<ChatDocument>;

/** A chat without its versions, which may be thousands. */
export type ChatSummary = Omit<ChatDocument, 'files' | 'seq'> & {
  readonly files: readonly Omit<StrategyFileDocument, 'versions'>[];
};

const WITHOUT_VERSIONS = { 'files.versions': 0 } as const;

const isMade = (event: WorkspaceEvent): event is ChatMade =>
  event.type === 'ChatCreated' || event.type === 'ChatDuplicated';

/** The chat as the read model will have it, if these events made it at this time; else null. */
export const madeChat = (
  { events, at }: { readonly events: readonly WorkspaceEvent[]; readonly at: string },
  chatId: string,
): ChatSummary | null => {
  const event = events.filter(isMade).find(({ data }) => data.chatId === chatId);
  return event ? { _id: chatId, ...made(event, at) } : null;
};

/** A user's chats, newest first. */
export const chatsOf = (model: ChatModel, userId: string, limit: number): Promise<ChatSummary[]> =>
  model().find({ userId }, WITHOUT_VERSIONS).sort({ localId: -1 }).limit(limit).lean();

/** One chat of a user, or null: another user's chat counts as unknown. */
export const chatOf = (model: ChatModel, userId: string, chatId: string): Promise<ChatSummary | null> =>
  model().findOne({ _id: chatId, userId }, WITHOUT_VERSIONS).lean();

/** The same with all versions of its files. */
export const chatWithVersions = (
  model: ChatModel,
  userId: string,
  chatId: string,
): Promise<ChatDocument | null> => model().findOne({ _id: chatId, userId }).lean();

/** A chat in the API's form; `strategyCode` only for a single chat. */
export const chatOutput = (chat: ChatSummary, strategyCode: string | null = null): Chat => ({
  id: chat._id,
  local_id: chat.localId,
  name: chat.name,
  strategy_type: chat.isPrivate ? 'private' : chat.files.length > 0 ? 'python' : null,
  status: chat.isPrivate ? 'private' : 'active',
  gpt5_conversation_id: chat.conversationId,
  created_at: chat.createdAt,
  settings: {
    strategy_code: strategyCode,
    has_strategy_code: chat.files.length > 0,
    tradeium_private: chat.isPrivate,
  },
});
