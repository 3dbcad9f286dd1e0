// Endpoints of the backtest chats, their content, and the favourites in them.
import type { Chat, Favorite, SessionFile } from '@tradeium/contracts';
import { api, heldAnswer } from '../../core/api.ts';
import { mutationRoute, queryRoute, requestOf } from '../../core/endpoints.ts';
import type { AppDispatch } from '../../core/store.ts';
import { filesOfType } from './files-of-type.ts';

/** The tags that change with a chat's files: their list, and the favourites, which follow their files. */
const filesOf = (id: string) => ['Favorites' as const, { type: 'Files' as const, id }];

/** Equal for two favourites that mark the same thing. */
export const favoriteKey = ({ item_type, item_id, backtest_id }: Favorite): string =>
  [item_type, backtest_id, item_id].join('/');

/** Chats that this tab has asked to delete. */
const deletedHere = new Set<string>();
export const wasDeletedHere = (id: string): boolean => deletedHere.has(id);

type StrategyFile = { id: string; filename: string };

const chatsApi = api.injectEndpoints({
  endpoints: (on) => ({
    listChats: queryRoute(on, 'listChats', { providesTags: ['Chats'] }),
    getFirstChat: mutationRoute(on, 'getFirstChat', { changes: () => ['Chats'] }),
    createChat: mutationRoute(on, 'createChat', { changes: () => ['Chats'] }),
    renameChat: mutationRoute(on, 'renameChat', { changes: () => ['Chats'] }),
    duplicateChat: mutationRoute(on, 'duplicateChat', { changes: () => ['Chats'] }),
    deleteChat: mutationRoute(on, 'deleteChat', {
      changes: () => ['Chats', 'Favorites'],
      onQueryStarted: async ({ id }, { queryFulfilled }) => {
        deletedHere.add(id);
        await queryFulfilled.catch(() => deletedHere.delete(id));
      },
    }),
    listFiles: queryRoute(on, 'listFiles', {
      providesTags: (_result, _error, { id }) => [{ type: 'Files', id }],
    }),
    listFolder: queryRoute(on, 'listFolder', {
      providesTags: (_result, _error, { id }) => [{ type: 'Files', id }],
    }),
    /** A mutation, so that it is never answered from the cache. */
    downloadStrategy: on.mutation<string, StrategyFile>({
      query: (input) => requestOf('readStrategy', input),
    }),
    renameStrategy: mutationRoute(on, 'renameStrategy', {
      changes: ({ id }) => [...filesOf(id), { type: 'Versions', id }],
    }),
    deleteStrategy: mutationRoute(on, 'deleteStrategy', {
      changes: ({ id }) => ['Chats', ...filesOf(id), { type: 'Versions', id }],
    }),
    renameFolder: mutationRoute(on, 'renameFolder', { changes: ({ id }) => filesOf(id) }),
    deleteFolder: mutationRoute(on, 'deleteFolder', { changes: ({ id }) => filesOf(id) }),
    deleteRun: mutationRoute(on, 'deleteRun', { changes: ({ id }) => filesOf(id) }),
    listFavorites: queryRoute(on, 'listFavorites', { providesTags: ['Favorites'] }),
    addFavorite: mutationRoute(on, 'addFavorite', { changes: () => ['Favorites'] }),
    removeFavorite: mutationRoute(on, 'removeFavorite', { changes: () => ['Favorites'] }),
  }),
});

export const {
  useListChatsQuery,
  useGetFirstChatMutation,
  useCreateChatMutation,
  useRenameChatMutation,
  useDuplicateChatMutation,
  useDeleteChatMutation,
  useListFilesQuery,
  useListFolderQuery,
  useRenameStrategyMutation,
  useDeleteStrategyMutation,
  useRenameFolderMutation,
  useDeleteFolderMutation,
  useDeleteRunMutation,
  useListFavoritesQuery,
} = chatsApi;

/** Asks for the chats, and has the files of the one that `chosen` takes on their way; null when it takes none. */
export const askForChat =
  (chosen: (chats: readonly Chat[]) => Chat | undefined) =>
  async (dispatch: AppDispatch): Promise<Chat | null> => {
    const { listChats, listFiles } = chatsApi.endpoints;
    const { data: chats = [] } = await dispatch(listChats.initiate(undefined, { subscribe: false }));
    const chat = chosen(chats);
    if (!chat) return null;
    void dispatch(listFiles.initiate({ id: chat.id }, { subscribe: false }));
    return chat;
  };

/** Asks for the favourites before anything shows them. */
export const askForFavorites = () =>
  chatsApi.endpoints.listFavorites.initiate(undefined, { subscribe: false });

/** The files of these chats, as far as they can be listed. */
export const filesOfChats =
  (ids: readonly string[]) =>
  async (dispatch: AppDispatch): Promise<ReadonlyMap<string, readonly SessionFile[]>> => {
    const listed = await Promise.allSettled(
      ids.map((id) => heldAnswer(dispatch(chatsApi.endpoints.listFiles.initiate({ id })))),
    );
    return new Map(
      listed.map((one, place) => [ids[place] ?? '', one.status === 'fulfilled' ? one.value.files : []]),
    );
  };

/** The newest saved code of a strategy file. */
export const savedCodeOf = (file: StrategyFile) => (dispatch: AppDispatch) =>
  dispatch(chatsApi.endpoints.downloadStrategy.initiate(file, { track: false })).unwrap();

/** A chat that has just been made is in the list at once, so that it can be selected. */
export const chatMade = (made: Chat) =>
  chatsApi.util.updateQueryData('listChats', undefined, (draft) => {
    if (!draft.some(({ id }) => id === made.id)) draft.unshift(made);
  });

/** Where a file stands among those of its type, asked from the server; -1: nowhere. Throws when that cannot be learnt. */
export const placeOfFile =
  (id: string, type: SessionFile['type'], filename: string) =>
  async (dispatch: AppDispatch): Promise<number> => {
    const asking = dispatch(chatsApi.endpoints.listFiles.initiate({ id }, { forceRefetch: true }));
    const { files } = await heldAnswer(asking);
    return filesOfType(files, type).findIndex((file) => file.filename === filename);
  };

/** The place of a file that may have just been made; -1 as well when it cannot be learnt. */
export const indexOfFile =
  (id: string, type: SessionFile['type'], filename: string) =>
  (dispatch: AppDispatch): Promise<number> =>
    dispatch(placeOfFile(id, type, filename)).catch(() => -1);

/** Matchers for these answers, for code that follows changes. */
export const { listChats, listFiles } = chatsApi.endpoints;

/** Marks a favourite, or no longer; shown at once, and taken back when the server refuses (then it throws). */
export const setFavorite = (favorite: Favorite, isOn: boolean) => async (dispatch: AppDispatch) => {
  const shown = dispatch(
    chatsApi.util.updateQueryData('listFavorites', undefined, (draft) => {
      draft.favorites = draft.favorites.filter((other) => favoriteKey(other) !== favoriteKey(favorite));
      if (isOn) draft.favorites.push(favorite);
    }),
  );
  const { addFavorite, removeFavorite } = chatsApi.endpoints;
  try {
    await dispatch((isOn ? addFavorite : removeFavorite).initiate(favorite)).unwrap();
  } catch (failure) {
    shown.undo();
    throw failure;
  }
};
