// Endpoints of the backtest chats and of what they hold.
import type { SessionFile } from '@tradeium/contracts';
import { api, mutationRoute, queryRoute } from '../../app/api.ts';
import type { AppDispatch } from '../../app/store.ts';

const chatsApi = api.injectEndpoints({
  endpoints: (on) => ({
    listChats: queryRoute(on, 'listChats', { providesTags: ['Chats'] }),
    getFirstChat: mutationRoute(on, 'getFirstChat', { invalidatesTags: ['Chats'] }),
    createChat: mutationRoute(on, 'createChat', { invalidatesTags: ['Chats'] }),
    renameChat: mutationRoute(on, 'renameChat', { invalidatesTags: ['Chats'] }),
    deleteChat: mutationRoute(on, 'deleteChat', { invalidatesTags: ['Chats'] }),
    listFiles: queryRoute(on, 'listFiles', {
      providesTags: (_result, _error, { id }) => [{ type: 'Files', id }],
    }),
    listFolder: queryRoute(on, 'listFolder', {
      providesTags: (_result, _error, { id }) => [{ type: 'Files', id }],
    }),
  }),
});

export const {
  useListChatsQuery,
  useGetFirstChatMutation,
  useCreateChatMutation,
  useRenameChatMutation,
  useDeleteChatMutation,
  useListFilesQuery,
  useListFolderQuery,
} = chatsApi;

/** Where a file stands among those of its type, asked from the server: it may have just been made. -1: nowhere. */
export const indexOfFile =
  (id: string, type: SessionFile['type'], filename: string) =>
  async (dispatch: AppDispatch): Promise<number> => {
    const asked = dispatch(
      chatsApi.endpoints.listFiles.initiate({ id }, { forceRefetch: true, subscribe: false }),
    );
    const files = (await asked).data?.files ?? [];
    return files.filter((file) => file.type === type).findIndex((file) => file.filename === filename);
  };
