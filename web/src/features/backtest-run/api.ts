// Calls that check, run and cancel backtests.
import { api } from '../../core/api.ts';
import { callRoute } from '../../core/call-route.ts';
import { type Input, mutationRoute } from '../../core/endpoints.ts';

/** A run may take a quarter of an hour; the answer comes when it has ended. */
const RUN_TIMEOUT_MS = 16 * 60_000;
/** A run waits no longer than this for its code. */
const CHECK_TIMEOUT_MS = 5_000;

export const runApi = api.injectEndpoints({
  endpoints: (on) => ({
    checkBeforeRun: mutationRoute(on, 'checkStrategy', { timeoutMs: CHECK_TIMEOUT_MS }),
    cancelRun: mutationRoute(on, 'cancelRun'),
  }),
});

/** Starts a run, or joins it when it is known already; answers when it has ended. */
export const executeBacktest = (input: Input<'executeBacktest'> & { readonly run_id: string }) =>
  callRoute('executeBacktest', input, {
    timeoutMs: RUN_TIMEOUT_MS,
    idempotencyKey: input.run_id,
    changes: ({ backtest_id }) => [{ type: 'Files', id: backtest_id }, 'Balance', 'Runs'],
  });
