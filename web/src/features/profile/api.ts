// Endpoints of the account: its name, password and second factor, its sessions, its data.
import { api } from '../../core/api.ts';
import { type Answer, mutationRoute, queryRoute, requestOf } from '../../core/endpoints.ts';

/** An export gathers what three services keep. */
const EXPORT_TIMEOUT_MS = 120_000;

export const {
  useUpdateProfileMutation,
  useListSessionsQuery,
  useRevokeSessionMutation,
  useRevokeOtherSessionsMutation,
  useExportAccountMutation,
  useDeleteAccountMutation,
  useListAccessTokensQuery,
  useCreateAccessTokenMutation,
  useRevokeAccessTokenMutation,
  useListToolUsesQuery,
  useListOperatorActionsQuery,
  useGetSecondFactorQuery,
  usePrepareSecondFactorMutation,
  useEnableSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useDisableSecondFactorMutation,
} = api.injectEndpoints({
  endpoints: (on) => ({
    updateProfile: mutationRoute(on, 'updateProfile', { invalidatesTags: ['Sessions'] }),
    listSessions: queryRoute(on, 'listSessions', { providesTags: ['Sessions'] }),
    revokeSession: mutationRoute(on, 'revokeSession', { invalidatesTags: ['Sessions'] }),
    revokeOtherSessions: mutationRoute(on, 'revokeOtherSessions', { invalidatesTags: ['Sessions'] }),
    listAccessTokens: queryRoute(on, 'listAccessTokens', { providesTags: ['AccessTokens'] }),
    createAccessToken: mutationRoute(on, 'createAccessToken', { invalidatesTags: ['AccessTokens'] }),
    revokeAccessToken: mutationRoute(on, 'revokeAccessToken', { invalidatesTags: ['AccessTokens'] }),
    listToolUses: queryRoute(on, 'listToolUses', { providesTags: ['AccessTokens'] }),
    listOperatorActions: queryRoute(on, 'listOperatorActions', { providesTags: ['OperatorActions'] }),
    /** A read, but triggered by a click and not cached. */
    exportAccount: on.mutation<Answer<'exportAccount'>, void>({
      query: () => ({ ...requestOf('exportAccount', undefined), timeoutMs: EXPORT_TIMEOUT_MS }),
    }),
    deleteAccount: mutationRoute(on, 'deleteAccount'),
    getSecondFactor: queryRoute(on, 'getSecondFactor', { providesTags: ['SecondFactor'] }),
    prepareSecondFactor: mutationRoute(on, 'prepareSecondFactor'),
    enableSecondFactor: mutationRoute(on, 'enableSecondFactor', { invalidatesTags: ['SecondFactor'] }),
    renewRecoveryCodes: mutationRoute(on, 'renewRecoveryCodes', { invalidatesTags: ['SecondFactor'] }),
    disableSecondFactor: mutationRoute(on, 'disableSecondFactor', { invalidatesTags: ['SecondFactor'] }),
  }),
});
