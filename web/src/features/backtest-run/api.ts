// Endpoints that run and cancel a backtest.
import { api, mutationRoute } from '../../app/api.ts';

/** A run may take a quarter of an hour; the answer comes when it has ended. */
const RUN_TIMEOUT_MS = 16 * 60_000;

export const runApi = api.injectEndpoints({
  endpoints: (on) => ({
    executeBacktest: mutationRoute(on, 'executeBacktest', {
      timeoutMs: RUN_TIMEOUT_MS,
      idempotencyKey: ({ run_id }) => run_id,
      invalidatesTags: (_result, _error, { backtest_id }) => [{ type: 'Files', id: backtest_id }, 'Balance'],
    }),
    cancelRun: mutationRoute(on, 'cancelRun'),
  }),
});
