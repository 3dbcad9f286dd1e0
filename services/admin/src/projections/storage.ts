// The result folders that each user stores, as the events of workspaces say. Strategy files, which are small, are not counted.
import { backtestEvents, placeOfStudy, type WorkspaceEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';

/** Bytes by run; null for a folder that was deleted before its run was settled. */
type Results = Readonly<Record<string, number | null>>;

/** Its id is the user's. */
export type StorageDocument = {
  /** Of each existing chat. */
  chats: Readonly<Record<string, Results>>;
  bytes: number;
  results: number;
};

const schema = new Schema<StorageDocument>(
  { chats: Schema.Types.Mixed, bytes: Number, results: Number },
  { minimize: false },
);
schema.index({ bytes: 1, _id: 1 });

const documentOf = (chats: StorageDocument['chats']): StorageDocument => {
  const sizes = Object.values(chats)
    .flatMap((results) => Object.values(results))
    .filter((bytes) => bytes !== null);
  return { chats, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0), results: sizes.length };
};

const changed = (
  userId: string,
  change: (chats: StorageDocument['chats']) => StorageDocument['chats'],
): Change<StorageDocument>[] => [{ id: userId, apply: (stored) => documentOf(change(stored?.chats ?? {})) }];

/** An event about something outside an existing chat changes nothing. */
const inChat = (userId: string, chatId: string, change: (results: Results) => Results) =>
  changed(userId, (chats) =>
    Object.hasOwn(chats, chatId) ? { ...chats, [chatId]: change(chats[chatId] ?? {}) } : chats,
  );

const withSettled = (results: Results, runId: string, bytes: number): Results => {
  const { [runId]: known, ...others } = results;
  return known === null || bytes === 0 ? others : { ...others, [runId]: bytes };
};

const withDeleted = (results: Results, runId: string): Results => {
  const { [runId]: known, ...others } = results;
  return known === undefined ? { ...others, [runId]: null } : others;
};

const changes = ({ event: { type, data } }: StoredEvent<WorkspaceEvent>): Change<StorageDocument>[] => {
  switch (type) {
    case 'ChatCreated':
    case 'ChatDuplicated':
      return changed(data.userId, (chats) => ({ ...chats, [data.chatId]: {} }));
    case 'ChatDeleted':
      return changed(data.userId, ({ [data.chatId]: _, ...chats }) => chats);
    case 'RunSettled':
      return inChat(data.userId, data.chatId, (results) =>
        withSettled(results, data.runId, data.resultBytes),
      );
    case 'FolderDeleted':
      return inChat(data.userId, data.chatId, (results) => withDeleted(results, data.runId));
    case 'StudyDeleted':
      return inChat(data.userId, data.chatId, (results) => withDeleted(results, placeOfStudy(data.studyId)));
    case 'WorkspaceErased':
      return [{ id: data.userId, apply: () => null }];
    default:
      return [];
  }
};

export const storageProjection: Projection<WorkspaceEvent, StorageDocument> = {
  name: 'storage',
  version: 1,
  reads: readsOf(backtestEvents.workspace),
  schema,
  changes,
};

export type StorageModel = ReadModel<StorageDocument>;

/** A user's storage: bytes and result folders. */
export const storageOf = async (
  model: StorageModel,
  userId: string,
): Promise<Pick<StorageDocument, 'bytes' | 'results'>> => {
  const stored = await model().findOne({ _id: userId }, { bytes: 1, results: 1 }).lean();
  return { bytes: stored?.bytes ?? 0, results: stored?.results ?? 0 };
};
