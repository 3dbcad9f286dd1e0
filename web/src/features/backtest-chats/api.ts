// Endpoints of the backtest chats and of what they hold.
import { api, mutationRoute, queryRoute } from '../../app/api.ts';

export const {
  useListChatsQuery,
  useGetFirstChatMutation,
  useCreateChatMutation,
  useRenameChatMutation,
  useDeleteChatMutation,
  useListFilesQuery,
  useListFolderQuery,
} = api.injectEndpoints({
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
