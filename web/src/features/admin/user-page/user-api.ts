// Endpoints of one user's page: what it shows, and what operators do there.
import { api } from '../../../core/api.ts';
import { listRoute, queryRoute } from '../../../core/endpoints.ts';
import { actionRoute } from '../api.ts';

const TAGS = ['Administration'] as const;

export const {
  useGetUserQuery,
  useGetUserTimelineInfiniteQuery,
  useGetUserLedgerInfiniteQuery,
  useListAllRunsInfiniteQuery,
  useListAllOrdersInfiniteQuery,
  useReverseUserGrantMutation,
  useEndUserSessionsMutation,
  useLockUserMutation,
  useUnlockUserMutation,
  useResendUserMailMutation,
  useResetUserSecondFactorMutation,
  useStopUserDeploymentsMutation,
  useChangeUserRoleMutation,
} = api.injectEndpoints({
  endpoints: (on) => ({
    getUser: queryRoute(on, 'getUser', { providesTags: TAGS }),
    getUserTimeline: listRoute(on, 'getUserTimeline', TAGS),
    getUserLedger: listRoute(on, 'getUserLedger', TAGS),
    listAllRuns: listRoute(on, 'listAllRuns', TAGS),
    listAllOrders: listRoute(on, 'listAllOrders', TAGS),
    reverseUserGrant: actionRoute(on, 'reverseUserGrant'),
    endUserSessions: actionRoute(on, 'endUserSessions'),
    lockUser: actionRoute(on, 'lockUser'),
    unlockUser: actionRoute(on, 'unlockUser'),
    resendUserMail: actionRoute(on, 'resendUserMail'),
    resetUserSecondFactor: actionRoute(on, 'resetUserSecondFactor'),
    stopUserDeployments: actionRoute(on, 'stopUserDeployments'),
    changeUserRole: actionRoute(on, 'changeUserRole'),
  }),
});
