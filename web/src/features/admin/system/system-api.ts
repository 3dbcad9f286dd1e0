// Endpoints of the system's state: what is stuck, and what an operator can do about it.
import { api } from '../../../core/api.ts';
import { listRoute, queryRoute } from '../../../core/endpoints.ts';
import { actionRoute } from '../api.ts';

const TAGS = ['Administration'] as const;

export const { useGetSystemQuery, useListStorageInfiniteQuery, useRetryParkedEventsMutation } =
  api.injectEndpoints({
    endpoints: (on) => ({
      getSystem: queryRoute(on, 'getSystem', { providesTags: TAGS }),
      listStorage: listRoute(on, 'listStorage', TAGS),
      retryParkedEvents: actionRoute(on, 'retryParkedEvents'),
    }),
  });
