// Endpoints of live trading: keys, deployments, what they hold and what they did.
import { type DeploymentStatus, EXCHANGE_DEFAULT } from '@tradeium/contracts';
import { api } from '../../core/api.ts';
import { callRoute } from '../../core/call-route.ts';
import { type Answer, mutationRoute, queryRoute } from '../../core/endpoints.ts';
import type { AppDispatch } from '../../core/store.ts';

export type Position = Answer<'listPositions'>['positions'][number];

/** The exchange whose keys are connected; others follow by their id. */
export const EXCHANGE = EXCHANGE_DEFAULT;
export const EXCHANGE_NAME = 'Binance';

/** The weights of a strategy are computed again, and its orders are waited for; a little longer than the server waits. */
const REBALANCE_TIMEOUT_MS = 70_000;
/** The exchange is asked before anything is stored. */
const EXCHANGE_TIMEOUT_MS = 40_000;

const changes = () => ['Trading' as const];

type StatusCall = {
  readonly dispatch: AppDispatch;
  readonly queryFulfilled: PromiseLike<{ data: DeploymentStatus }>;
};

/**
 * The answer is the new status, which is shown before the update has everything reloaded that the change affects. What
 * an update names while the call is pending is reloaded after the answer, so a newer status is never replaced.
 */
const changesStatus = {
  changes,
  onQueryStarted: ({ id }: { id: string }, { dispatch, queryFulfilled }: StatusCall) =>
    void queryFulfilled.then(
      ({ data }) => dispatch(tradingApi.util.upsertQueryData('getDeploymentStatus', { id }, data)),
      () => undefined,
    ),
};

const tradingApi = api.injectEndpoints({
  endpoints: (on) => ({
    getApiKeys: queryRoute(on, 'getApiKeys', { providesTags: ['Trading'] }),
    saveApiKeys: mutationRoute(on, 'saveApiKeys', { changes, timeoutMs: EXCHANGE_TIMEOUT_MS }),
    deleteApiKeys: mutationRoute(on, 'deleteApiKeys', { changes }),
    listDeployments: queryRoute(on, 'listDeployments', { providesTags: ['Trading'] }),
    listEndedDeployments: queryRoute(on, 'listEndedDeployments', { providesTags: ['Trading'] }),
    saveDeployment: mutationRoute(on, 'saveDeployment', { changes, timeoutMs: EXCHANGE_TIMEOUT_MS }),
    getDeploymentStatus: queryRoute(on, 'getDeploymentStatus', { providesTags: ['Trading'] }),
    switchAutoRebalanceOn: mutationRoute(on, 'switchAutoRebalanceOn', changesStatus),
    switchAutoRebalanceOff: mutationRoute(on, 'switchAutoRebalanceOff', changesStatus),
    stopDeployment: mutationRoute(on, 'stopDeployment', { changes }),
    stopAllTrading: mutationRoute(on, 'stopAllTrading', { changes }),
    resumeDeployment: mutationRoute(on, 'resumeDeployment', changesStatus),
    changeMandate: mutationRoute(on, 'changeMandate', changesStatus),
    listRebalances: queryRoute(on, 'listRebalances', { providesTags: ['Trading'] }),
    getWorkerStatus: queryRoute(on, 'getWorkerStatus'),
    listPositions: queryRoute(on, 'listPositions', { providesTags: ['Trading'] }),
    listActivity: queryRoute(on, 'listActivity', { providesTags: ['Trading'] }),
    exportActivity: mutationRoute(on, 'exportActivity', { timeoutMs: EXCHANGE_TIMEOUT_MS }),
    getPerformanceChart: queryRoute(on, 'getPerformanceChart', { providesTags: ['Trading'] }),
  }),
});

export const {
  useGetApiKeysQuery,
  useSaveApiKeysMutation,
  useDeleteApiKeysMutation,
  useListDeploymentsQuery,
  useListEndedDeploymentsQuery,
  useSaveDeploymentMutation,
  useGetDeploymentStatusQuery,
  useSwitchAutoRebalanceOnMutation,
  useSwitchAutoRebalanceOffMutation,
  useStopDeploymentMutation,
  useStopAllTradingMutation,
  useResumeDeploymentMutation,
  useChangeMandateMutation,
  useListRebalancesQuery,
  useLazyGetWorkerStatusQuery,
  useListPositionsQuery,
  useListActivityQuery,
  useExportActivityMutation,
  useGetPerformanceChartQuery,
} = tradingApi;

/** Computes what a rebalance would do; nothing is sent to the exchange. */
export const previewRebalance = (chatId: string) =>
  callRoute(
    'previewRebalance',
    { id: chatId },
    { timeoutMs: REBALANCE_TIMEOUT_MS, idempotencyKey: crypto.randomUUID(), changes: () => [] },
  );

/** `intent` is what makes a second sending the same rebalance. */
export const rebalanceNow = (chatId: string, intent: string) =>
  callRoute(
    'rebalanceNow',
    { id: chatId },
    { timeoutMs: REBALANCE_TIMEOUT_MS, idempotencyKey: intent, changes: () => ['Trading', 'Balance'] },
  );

/** Which coins are sold; all that the deployment manages if there are none. */
export type Sale = { readonly id: string; readonly coins?: string[] };

export const previewSell = (sale: Sale) =>
  callRoute('previewSell', sale, {
    timeoutMs: REBALANCE_TIMEOUT_MS,
    idempotencyKey: crypto.randomUUID(),
    changes: () => [],
  });

/** `intent` is what makes a second sending the same sell. */
export const sellToUsdt = (sale: Sale, intent: string) =>
  callRoute('sellToUsdt', sale, {
    timeoutMs: REBALANCE_TIMEOUT_MS,
    idempotencyKey: intent,
    changes: () => ['Trading', 'Balance'],
  });
