// The studies of a chat: listed once, for the tree of files and for the page that shows them.
import { api } from './api.ts';
import { queryRoute } from './endpoints.ts';

export const { useListStudiesQuery } = api.injectEndpoints({
  endpoints: (on) => ({
    listStudies: queryRoute(on, 'listStudies', {
      providesTags: (_, __, { backtest_id: id }) => [{ type: 'Studies', id }],
    }),
  }),
});
