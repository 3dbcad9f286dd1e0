// The endpoints for the dates on which a portfolio has candles, and for the parameters of a strategy.
import { api } from '../../core/api.ts';
import { type Input, queryRoute } from '../../core/endpoints.ts';

/** Code that does not change declares the same. */
const PARAMETERS_KEPT_S = 600;

const settingsApi = api.injectEndpoints({
  endpoints: (on) => ({
    getCommonDateRange: queryRoute(on, 'getCommonDateRange'),
    readParameters: queryRoute(on, 'checkStrategy', { keepUnusedDataFor: PARAMETERS_KEPT_S }),
  }),
});

export const { useGetCommonDateRangeQuery, useReadParametersQuery } = settingsApi;

/** Asks for which dates there are candles before anything shows them. */
export const askForCandleRange = (asked: Input<'getCommonDateRange'>) =>
  settingsApi.endpoints.getCommonDateRange.initiate(asked, { subscribe: false });
