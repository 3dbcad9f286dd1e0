// The runs that go on now: asked for once, for the list of chats and for what follows a run.
import { api, queryRoute } from './api.ts';

export const { useListActiveRunsQuery } = api.injectEndpoints({
  endpoints: (on) => ({
    listActiveRuns: queryRoute(on, 'listActiveRuns', { providesTags: ['Runs'] }),
  }),
});
