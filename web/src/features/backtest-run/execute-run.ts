// Runs a backtest from start to end: asks for it, follows it, survives lost connections and reloads, and can cancel.
import type { RunProgress } from '@tradeium/contracts';
import type { AppDispatch, RootState } from '../../app/store.ts';
import { type Failure, isFailure, messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import { runApi } from './api.ts';
import { type Outcome, outcomeOf, outcomeOfFailure } from './outcome.ts';
import { forgetPendingRun, keepPendingRun, readPendingRun } from './pending-run.ts';
import {
  cancelAsked,
  connectionLost,
  runEnded,
  runProgressed,
  runStarted,
  type StartedRun,
  selectActiveRun,
} from './run-slice.ts';
import { watchRun } from './watch-run.ts';

const ASK_AGAIN_MS = 2_000;
const ASKS_MAX = 10;
const GATEWAY_STATUSES: readonly unknown[] = ['NETWORK', 502, 503, 504];

/** Whether the answer got lost rather than the run: the same run id may be asked for again without harm. */
const isLostAnswer = ({ status, code }: Failure): boolean =>
  GATEWAY_STATUSES.includes(status) && (code === undefined || code === 'SERVICE_UNAVAILABLE');

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));

const unknownFailure: Failure = { status: 500, message: 'Failed to execute backtest' };

/** Cancelled by the user, or the session ended: neither needs a dialog. */
type QuietEnd = 'cancelled' | 'signed-out';

/** Asks until the run's end is known. */
const askForEnd = async (dispatch: AppDispatch, { input }: StartedRun): Promise<Outcome | QuietEnd> => {
  for (let asks = 1; ; asks += 1) {
    try {
      return outcomeOf(await dispatch(runApi.endpoints.executeBacktest.initiate(input)).unwrap());
    } catch (thrown) {
      const failure = isFailure(thrown) ? thrown : unknownFailure;
      if (failure.code === 'RUN_CANCELLED') return 'cancelled';
      if (failure.status === 401) return 'signed-out';
      if (!isLostAnswer(failure) || asks === ASKS_MAX) return outcomeOfFailure(failure);
      dispatch(connectionLost());
      await pause();
    }
  }
};

/** Runs a backtest; its progress and end are in the run slice. */
export const executeRun = (run: StartedRun) => async (dispatch: AppDispatch) => {
  dispatch(runStarted(run));
  keepPendingRun(run);
  const watch = watchRun(run.input.run_id, (progress: RunProgress) => dispatch(runProgressed(progress)));
  const end = await askForEnd(dispatch, run);
  watch.stop();
  forgetPendingRun();
  dispatch(runEnded(typeof end === 'string' ? null : end));
  if (end === 'cancelled') showToast('success', 'The backtest was cancelled. No credits were charged.');
  if (typeof end === 'string' || end.tone === 'error' || end.needsCredits) return;
  showToast('success', 'Backtest added to backtest history!');
};

/** Takes up the run that a reload of the page interrupted. */
export const resumeRun = () => async (dispatch: AppDispatch, getState: () => RootState) => {
  if (selectActiveRun(getState())) return;
  const pending = readPendingRun();
  if (pending) await dispatch(executeRun(pending));
};

/** Asks the server to cancel the active run. */
export const cancelRun = () => async (dispatch: AppDispatch, getState: () => RootState) => {
  const active = selectActiveRun(getState());
  if (!active) return;
  dispatch(cancelAsked(true));
  const { error } = await dispatch(runApi.endpoints.cancelRun.initiate({ run_id: active.input.run_id }));
  if (!error) return;
  dispatch(cancelAsked(false));
  showToast('error', messageOf(error));
};
