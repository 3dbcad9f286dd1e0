// Endpoints of studies: their price, their start and end, their points, and what is kept of them.
import type { Study } from '@tradeium/contracts';
import { api } from '../../core/api.ts';
import { mutationRoute, queryRoute, requestOf } from '../../core/endpoints.ts';

/** A computed point does not change. */
const POINT_KEPT_S = 600;
/** More than a study has. */
const PAGES_MAX = 100;

const studiesApi = api.injectEndpoints({
  endpoints: (on) => ({
    priceStudy: queryRoute(on, 'priceStudy', { keepUnusedDataFor: 60 }),
    /** A study with all points that are computed, whatever the number of pages. */
    wholeStudy: on.query<Study, string>({
      queryFn: async (study_id, _api, _extra, ask) => {
        const points: Study['points'] = [];
        let study: Study | undefined;
        let after: number | null = -1;
        for (let page = 0; after !== null && page < PAGES_MAX; page += 1) {
          const { data, error } = await ask(requestOf('readStudy', { study_id, after }));
          if (error) return { error };
          study = data as Study;
          points.push(...study.points);
          after = study.next_after;
        }
        return { data: { ...(study as Study), points, next_after: null } };
      },
      providesTags: (study) => [study ? { type: 'Studies', id: study.backtest_id } : 'Studies'],
    }),
    readStudyPoint: queryRoute(on, 'readStudyPoint', { keepUnusedDataFor: POINT_KEPT_S }),
    startStudy: mutationRoute(on, 'startStudy', {
      changes: ({ backtest_id: id }) => [{ type: 'Studies', id }, 'Balance'],
    }),
    cancelStudy: mutationRoute(on, 'cancelStudy', { changes: () => ['Studies', 'Balance'] }),
    keepStudyPoint: mutationRoute(on, 'keepStudyPoint', { changes: () => ['Runs'] }),
  }),
});

export const {
  usePriceStudyQuery,
  useWholeStudyQuery,
  useReadStudyPointQuery,
  useStartStudyMutation,
  useCancelStudyMutation,
  useKeepStudyPointMutation,
} = studiesApi;
