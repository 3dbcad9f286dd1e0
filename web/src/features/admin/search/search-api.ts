// The endpoint of the search over everything.
import { api } from '../../../core/api.ts';
import { queryRoute } from '../../../core/endpoints.ts';

export const { useSearchEverythingQuery } = api.injectEndpoints({
  endpoints: (on) => ({ searchEverything: queryRoute(on, 'searchEverything') }),
});
