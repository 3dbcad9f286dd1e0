// The names of chats: one document with all of a user's, which the deletion of the account empties, and one for each chat that says whose it is.
import { authEvents, backtestEvents, type UserEvent, type WorkspaceEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';

/** Of a chat: `userId`. Of a user: `names` by chat, none once `isErased`. */
export type ChatDocument = { userId: string; names: Readonly<Record<string, string>>; isErased: boolean };

const schema = new Schema<ChatDocument>(
  { userId: String, names: Schema.Types.Mixed, isErased: Boolean },
  { minimize: false },
);

/** No chat's id has a colon. */
const namesOf = (userId: string): string => `names:${userId}`;

const changedNames = (
  userId: string,
  change: (names: ChatDocument['names']) => ChatDocument['names'],
): Change<ChatDocument> => ({
  id: namesOf(userId),
  apply: (chats) =>
    chats?.isErased ? chats : { userId, names: change(chats?.names ?? {}), isErased: false },
});

const named = (userId: string, chatId: string, name: string): Change<ChatDocument> =>
  changedNames(userId, (names) => ({ ...names, [chatId]: name }));

const erased = (userId: string): Change<ChatDocument> => ({
  id: namesOf(userId),
  apply: (chats) => (chats?.isErased ? chats : { userId, names: {}, isErased: true }),
});

type ChatEvent = UserEvent | WorkspaceEvent;

const changes = ({ event: { type, data } }: StoredEvent<ChatEvent>): Change<ChatDocument>[] => {
  switch (type) {
    case 'ChatCreated':
    case 'ChatDuplicated': {
      const { userId, chatId } = data;
      const chat = { id: chatId, apply: () => ({ userId, names: {}, isErased: false }) };
      return [chat, named(userId, chatId, data.name)];
    }
    case 'ChatRenamed':
      return [named(data.userId, data.chatId, data.name)];
    case 'ChatDeleted':
      return [
        { id: data.chatId, apply: () => null },
        changedNames(data.userId, ({ [data.chatId]: _, ...names }) => names),
      ];
    case 'UserDeleted':
    case 'WorkspaceErased':
      return [erased(data.userId)];
    default:
      return [];
  }
};

export const chatsProjection: Projection<ChatEvent, ChatDocument> = {
  name: 'chats',
  version: 1,
  reads: readsOf(backtestEvents.workspace, authEvents.user),
  schema,
  changes,
};

export type ChatModel = ReadModel<ChatDocument>;

const IDS_PER_QUERY = 100;

const withIds = async (model: ChatModel, ids: readonly string[]) => {
  const found: Pick<ChatDocument, 'userId' | 'names'>[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY)
    found.push(
      ...(await model()
        .find({ _id: { $in: ids.slice(start, start + IDS_PER_QUERY) } }, { userId: 1, names: 1 })
        .lean()),
    );
  return found;
};

/** The names of these chats; deleted and unknown ones, and those of erased users, are missing. */
export const chatNamesOf = async (
  model: ChatModel,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const chats = await withIds(model, [...new Set(chatIds)]);
  const users = await withIds(model, [...new Set(chats.map(({ userId }) => namesOf(userId)))]);
  const wanted = new Set(chatIds);
  return new Map(
    users.flatMap(({ names }) => Object.entries(names).filter(([chatId]) => wanted.has(chatId))),
  );
};
