// Endpoints of the credit account and of its purchases.
import { api } from '../../core/api.ts';
import { type Answer, type Input, mutationRoute, queryRoute, requestOf } from '../../core/endpoints.ts';
import { refetchOnce } from '../../core/refetch.ts';

/** An order of credits; `intent` is what makes a second sending the same order. */
export type Order = Input<'createInvoice'> & { readonly intent: string };

/** The user waits for the payment provider. */
const INVOICE_TIMEOUT_MS = 45_000;

export const creditsApi = api.injectEndpoints({
  endpoints: (on) => ({
    getBalance: queryRoute(on, 'getBalance', { providesTags: ['Balance'] }),
    getCreditHistory: queryRoute(on, 'getCreditHistory', { providesTags: ['Balance'] }),
    /** The names of backtests' transactions, and where their results are. */
    listRuns: queryRoute(on, 'listRuns', { providesTags: ['Runs', 'Files'] }),
    /** The names of rebalances' transactions, and where their deployments are. */
    listNamedRebalances: queryRoute(on, 'listActivity', { providesTags: ['Trading'] }),
    getPurchases: queryRoute(on, 'getPaymentHistory', { providesTags: ['Purchases'] }),
    createInvoice: on.mutation<Answer<'createInvoice'>, Order>({
      query: ({ intent, ...input }) => ({
        ...requestOf('createInvoice', input),
        timeoutMs: INVOICE_TIMEOUT_MS,
        idempotencyKey: intent,
      }),
      onQueryStarted: refetchOnce(() => ['Purchases']),
    }),
    /** A read, but triggered by a click and not cached. */
    readStatement: mutationRoute(on, 'getStatement'),
  }),
});

export const {
  useGetBalanceQuery,
  useGetCreditHistoryQuery,
  useGetPurchasesQuery,
  useListRunsQuery,
  useListNamedRebalancesQuery,
  useCreateInvoiceMutation,
  useReadStatementMutation,
} = creditsApi;

/** Asks for the balance before anything shows it. */
export const askForBalance = () => creditsApi.endpoints.getBalance.initiate(undefined, { subscribe: false });
