// Each user's favourites, in the order of marking, as the file panel reads them.
import type { Favorite, FavoriteItem, WorkspaceEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { workspaceAggregate } from '../domain/workspace.ts';

type Mark = {
  chatId: string;
  type: FavoriteItem['type'];
  /** The file's name or the run's id. */
  of: string;
  /** Its current name. */
  name: string;
};

/** One document per user, under the user's id. */
type FavoritesFields = { marks: Mark[] };
export type FavoritesModel = ReadModel<FavoritesFields>;

const schema = new Schema<FavoritesFields>({
  marks: [{ _id: false, chatId: String, type: { type: String }, of: String, name: String }],
});

type Marked = Pick<Mark, 'chatId' | 'type' | 'of'>;

const markedBy = ({ chatId, item }: { chatId: string; item: FavoriteItem }): Marked => ({
  chatId,
  type: item.type,
  of: item.type === 'strategy' ? item.filename : item.runId,
});
const file = (chatId: string, filename: string): Marked => ({ chatId, type: 'strategy', of: filename });
const folder = (chatId: string, runId: string): Marked => ({ chatId, type: 'folder', of: runId });

const isSame = (a: Marked, b: Marked): boolean => a.chatId === b.chatId && a.type === b.type && a.of === b.of;

const remaining = (userId: string, stays: (mark: Mark) => boolean): Change<FavoritesFields>[] => [
  { id: userId, apply: (favorites) => favorites && { marks: favorites.marks.filter(stays) } },
];

const renamed = (userId: string, what: Marked, change: Partial<Mark>): Change<FavoritesFields>[] => [
  {
    id: userId,
    apply: (favorites) =>
      favorites && {
        marks: favorites.marks.map((mark) => (isSame(mark, what) ? { ...mark, ...change } : mark)),
      },
  },
];

const changes = ({ event: { type, data } }: StoredEvent<WorkspaceEvent>): Change<FavoritesFields>[] => {
  const { userId } = data;
  switch (type) {
    case 'FavoriteAdded': {
      const mark = { ...markedBy(data), name: data.name };
      return [{ id: userId, apply: (favorites) => ({ marks: [...(favorites?.marks ?? []), mark] }) }];
    }
    case 'FavoriteRemoved': {
      const marked = markedBy(data);
      return remaining(userId, (mark) => !isSame(mark, marked));
    }
    case 'StrategyFileRenamed': {
      const { chatId, filename, newFilename } = data;
      return renamed(userId, file(chatId, filename), { of: newFilename, name: newFilename });
    }
    case 'StrategyFileDeleted': {
      const deleted = file(data.chatId, data.filename);
      return remaining(userId, (mark) => !isSame(mark, deleted));
    }
    case 'FolderRenamed':
      return renamed(userId, folder(data.chatId, data.runId), { name: data.name });
    case 'FolderDeleted': {
      const deleted = folder(data.chatId, data.runId);
      return remaining(userId, (mark) => !isSame(mark, deleted));
    }
    case 'ChatDeleted':
      return remaining(userId, ({ chatId }) => chatId !== data.chatId);
    case 'WorkspaceErased':
      return [{ id: userId, apply: () => null }];
    default:
      return [];
  }
};

export const favoritesProjection: Projection<WorkspaceEvent, FavoritesFields> = {
  name: 'favorites',
  version: 1,
  reads: [workspaceAggregate],
  schema,
  changes,
};

/** A user's favourites, oldest first. */
export const favoritesOf = async (model: FavoritesModel, userId: string): Promise<Favorite[]> => {
  const favorites = await model().findById(userId).lean();
  return (favorites?.marks ?? []).map(({ chatId, type, name }) => ({
    item_type: type === 'strategy' ? 'strategy' : 'backtest_result',
    item_id: name,
    backtest_id: chatId,
  }));
};
