// Endpoints that read and save strategy files.
import { api, mutationRoute, queryRoute } from '../../app/api.ts';
import type { AppDispatch } from '../../app/store.ts';

/** How long code that nobody looks at is kept. */
const CODE_KEPT_S = 300;

const strategyApi = api.injectEndpoints({
  endpoints: (on) => ({
    readStrategy: queryRoute(on, 'readStrategy', { keepUnusedDataFor: CODE_KEPT_S }),
    applyStrategy: mutationRoute(on, 'applyStrategy', {
      invalidatesTags: (_result, _error, { id }) => ['Chats', { type: 'Files', id }],
    }),
    replaceStrategy: mutationRoute(on, 'replaceStrategy', {
      invalidatesTags: (_result, _error, { id }) => ['Chats', { type: 'Files', id }],
    }),
  }),
});

export const { useReadStrategyQuery, useApplyStrategyMutation, useReplaceStrategyMutation } = strategyApi;

/** Takes over code that the server has just saved, so that the editor never shows the one before it again. */
export const strategySaved = (id: string, filename: string, code: string) => (dispatch: AppDispatch) =>
  dispatch(strategyApi.util.upsertQueryData('readStrategy', { id, filename }, code));
