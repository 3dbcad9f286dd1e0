// The runs under way: fetched once, for the list of chats and for following a run.
import { api } from './api.ts';
import { queryRoute } from './endpoints.ts';

const runsApi = api.injectEndpoints({
  endpoints: (on) => ({
    listActiveRuns: queryRoute(on, 'listActiveRuns', { providesTags: ['Runs'] }),
  }),
});

export const { useListActiveRunsQuery } = runsApi;

/** Asks for them before anything shows them. */
export const askForActiveRuns = () =>
  runsApi.endpoints.listActiveRuns.initiate(undefined, { subscribe: false });
