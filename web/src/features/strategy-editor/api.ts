// Endpoints that read and save strategy files.
import { api, mutationRoute, queryRoute } from '../../app/api.ts';

/** How long code that nobody looks at is kept. */
const CODE_KEPT_S = 300;

export const { useReadStrategyQuery, useApplyStrategyMutation, useReplaceStrategyMutation } =
  api.injectEndpoints({
    endpoints: (on) => ({
      readStrategy: queryRoute(on, 'readStrategy', {
        keepUnusedDataFor: CODE_KEPT_S,
        providesTags: (_result, _error, { id }) => [{ type: 'Code', id }],
      }),
      applyStrategy: mutationRoute(on, 'applyStrategy', {
        invalidatesTags: (_result, _error, { id }) => ['Chats', { type: 'Files', id }],
      }),
      replaceStrategy: mutationRoute(on, 'replaceStrategy', {
        invalidatesTags: (_result, _error, { id }) => ['Chats', { type: 'Files', id }, { type: 'Code', id }],
      }),
    }),
  });
