// Endpoints of links to results: made, listed, revoked, and read by anybody.
import { api } from '../../../core/api.ts';
import { mutationRoute, queryRoute } from '../../../core/endpoints.ts';

const sharingApi = api.injectEndpoints({
  endpoints: (on) => ({
    listSharedLinks: queryRoute(on, 'listSharedLinks', { providesTags: ['SharedLinks', 'Files'] }),
    shareResult: mutationRoute(on, 'shareResult', { changes: () => ['SharedLinks'] }),
    revokeSharedLink: mutationRoute(on, 'revokeSharedLink', { changes: () => ['SharedLinks'] }),
    // A link may end at any time, so it is asked again whenever it is opened.
    readSharedResult: queryRoute(on, 'readSharedResult', { keepUnusedDataFor: 0 }),
  }),
});

export const {
  useListSharedLinksQuery,
  useShareResultMutation,
  useRevokeSharedLinkMutation,
  useReadSharedResultQuery,
} = sharingApi;
