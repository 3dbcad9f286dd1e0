// The endpoint that tells for which dates a portfolio has candles.
import { api, queryRoute } from '../../app/api.ts';

export const { useGetCommonDateRangeQuery } = api.injectEndpoints({
  endpoints: (on) => ({ getCommonDateRange: queryRoute(on, 'getCommonDateRange') }),
});
