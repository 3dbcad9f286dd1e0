// Endpoints of the notices about trading.
import { api } from '../../../core/api.ts';
import { mutationRoute, queryRoute } from '../../../core/endpoints.ts';

const changes = () => ['Notices' as const];

export const noticesApi = api.injectEndpoints({
  endpoints: (on) => ({
    getNotices: queryRoute(on, 'getNotices', { providesTags: ['Notices'] }),
    saveNoticeChannels: mutationRoute(on, 'saveNoticeChannels', { changes }),
    rotateWebhookSecret: mutationRoute(on, 'rotateWebhookSecret', { changes }),
    sendTestNotice: mutationRoute(on, 'sendTestNotice', { changes }),
  }),
});

export const {
  useGetNoticesQuery,
  useSaveNoticeChannelsMutation,
  useRotateWebhookSecretMutation,
  useSendTestNoticeMutation,
} = noticesApi;
