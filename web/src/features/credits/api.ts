// Endpoints of the credit account.
import { api, queryRoute } from '../../app/api.ts';

export const { useGetBalanceQuery, useGetCreditHistoryQuery } = api.injectEndpoints({
  endpoints: (on) => ({
    getBalance: queryRoute(on, 'getBalance', { providesTags: ['Balance'] }),
    getCreditHistory: queryRoute(on, 'getCreditHistory', { providesTags: ['Balance'] }),
  }),
});
