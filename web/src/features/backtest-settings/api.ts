// The endpoint for the dates on which a portfolio has candles.
import { api } from '../../core/api.ts';
import { type Input, queryRoute } from '../../core/endpoints.ts';

const settingsApi = api.injectEndpoints({
  endpoints: (on) => ({ getCommonDateRange: queryRoute(on, 'getCommonDateRange') }),
});

export const { useGetCommonDateRangeQuery } = settingsApi;

/** Asks for which dates there are candles before anything shows them. */
export const askForCandleRange = (asked: Input<'getCommonDateRange'>) =>
  settingsApi.endpoints.getCommonDateRange.initiate(asked, { subscribe: false });
