// Endpoints of studies: their price, their start and end, their points, and what is kept of them.
import { type Study, wholeStudy } from '@tradeium/contracts';
import { api } from '../../core/api.ts';
import { mutationRoute, queryRoute, requestOf } from '../../core/endpoints.ts';

/** A computed point does not change. */
const POINT_KEPT_S = 600;

const studiesApi = api.injectEndpoints({
  endpoints: (on) => ({
    priceStudy: queryRoute(on, 'priceStudy', { keepUnusedDataFor: 60 }),
    /** A study with all points that are computed. */
    wholeStudy: on.query<Study, string>({
      queryFn: async (study_id, _api, _extra, ask) => {
        const study = await wholeStudy(async (after) => {
          const { data, error } = await ask(requestOf('readStudy', { study_id, after }));
          return error ? { error } : (data as Study);
        });
        return 'error' in study ? study : { data: study };
      },
      providesTags: (study) => [study ? { type: 'Studies', id: study.backtest_id } : 'Studies'],
    }),
    readStudyPoint: queryRoute(on, 'readStudyPoint', { keepUnusedDataFor: POINT_KEPT_S }),
    startStudy: mutationRoute(on, 'startStudy', {
      changes: ({ backtest_id: id }) => [{ type: 'Studies', id }, 'Balance'],
    }),
    cancelStudy: mutationRoute(on, 'cancelStudy', { changes: () => ['Studies', 'Balance'] }),
    deleteStudy: mutationRoute(on, 'deleteStudy', { changes: ({ id }) => [{ type: 'Studies', id }] }),
    keepStudyPoint: mutationRoute(on, 'keepStudyPoint', { changes: () => ['Runs'] }),
  }),
});

export const {
  usePriceStudyQuery,
  useWholeStudyQuery,
  useReadStudyPointQuery,
  useStartStudyMutation,
  useCancelStudyMutation,
  useDeleteStudyMutation,
  useKeepStudyPointMutation,
} = studiesApi;
