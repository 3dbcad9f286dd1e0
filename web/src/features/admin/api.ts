// Endpoints of the admin dashboard: what operators read, and the actions of its lists.
import type { RouteName } from '@tradeium/contracts';
import { api, type Builder } from '../../core/api.ts';
import { type Answer, type Input, listRoute, queryRoute, requestOf } from '../../core/endpoints.ts';
import { refetchOnce } from '../../core/refetch.ts';

const READ = { providesTags: ['Administration'] } as const;

/** The input of an action; `intent` is what makes a second sending the same action. */
export type Intended<Name extends RouteName> = Input<Name> & { readonly intent: string };

/** An operator's action on an account. */
export const actionRoute = <Name extends RouteName>(on: Builder, name: Name) =>
  on.mutation<Answer<Name>, Intended<Name>>({
    query: ({ intent, ...input }) => ({
      ...requestOf(name, input as unknown as Input<Name>),
      idempotencyKey: intent,
    }),
    onQueryStarted: refetchOnce(() => ['Administration']),
  });

const adminApi = api.injectEndpoints({
  endpoints: (on) => ({
    checkAdminAccess: queryRoute(on, 'checkAdminAccess', READ),
    getOverview: queryRoute(on, 'getOverview', READ),
    getUsage: queryRoute(on, 'getUsage', READ),
    getMetrics: queryRoute(on, 'getMetrics', READ),
    listUsers: listRoute(on, 'listUsers', READ.providesTags),
    listPayments: listRoute(on, 'listPayments', READ.providesTags),
    listTrading: listRoute(on, 'listTrading', READ.providesTags),
    grantCreditsToUser: actionRoute(on, 'grantCreditsToUser'),
    verifyUserEmail: actionRoute(on, 'verifyUserEmail'),
  }),
});

export const {
  useCheckAdminAccessQuery,
  useGetOverviewQuery,
  useGetUsageQuery,
  useGetMetricsQuery,
  useListUsersInfiniteQuery,
  useListPaymentsInfiniteQuery,
  useListTradingInfiniteQuery,
  useGrantCreditsToUserMutation,
  useVerifyUserEmailMutation,
} = adminApi;
