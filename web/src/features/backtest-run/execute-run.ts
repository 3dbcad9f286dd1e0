// Runs a backtest from start to end: checks its code, follows it through lost connections and reloads, can cancel it.
import type { RunProgress } from '@tradeium/contracts';
import type { AppDispatch, RootState } from '../../core/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import { runApi } from './api.ts';
import { askForEnd, runEndOf } from './ask-for-end.ts';
import { showEndToast } from './end-toast.ts';
import { followNewest } from './follow-run.ts';
import { outcomeOfProblems } from './outcome.ts';
import { forgetPendingRun, keepPendingRun, readPendingRun } from './pending-run.ts';
import {
  cancelAsked,
  checkBegan,
  checkEnded,
  type RunEnd,
  runEnded,
  runProgressed,
  runStarted,
  type StartedRun,
  selectActiveRun,
} from './run-slice.ts';
import { watchRun } from './watch-run.ts';

/** Why the code need not be run at all; null when nothing speaks against it, or when it could not be checked. */
const checkCode =
  (code: string) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<RunEnd | null> => {
    dispatch(checkBegan());
    const asked = await dispatch(runApi.endpoints.checkBeforeRun.initiate({ strategy_code: code }));
    dispatch(checkEnded());
    if (selectActiveRun(getState())?.isCancelling) return { ending: 'cancelled', outcome: null };
    const problems = outcomeOfProblems(asked.data?.problems ?? [], code);
    return problems && runEndOf(problems);
  };

const runToEnd =
  (run: StartedRun) =>
  async (dispatch: AppDispatch): Promise<RunEnd> => {
    keepPendingRun(run);
    const watch = watchRun(run.input.run_id, (progress: RunProgress) => dispatch(runProgressed(progress)));
    const end = await askForEnd(dispatch, run);
    watch.stop();
    forgetPendingRun();
    return end;
  };

/** Runs a backtest; its progress and end are in the run slice. `code` is checked before anything is started. */
export const executeRun = (run: StartedRun, code?: string) => async (dispatch: AppDispatch) => {
  dispatch(runStarted(run));
  const refused = code === undefined ? null : await dispatch(checkCode(code));
  const end = refused ?? (await dispatch(runToEnd(run)));
  dispatch(runEnded({ runId: run.input.run_id, ...end }));
  showEndToast(end, true);
  dispatch(followNewest());
};

/** Takes up the run that a reload of the page interrupted. */
export const resumeRun = () => async (dispatch: AppDispatch, getState: () => RootState) => {
  if (selectActiveRun(getState())?.isOwn) return;
  const pending = readPendingRun();
  if (pending) await dispatch(executeRun(pending));
};

/** Cancels the active run; while its code is being checked there is nothing to ask the server for. */
export const cancelRun = () => async (dispatch: AppDispatch, getState: () => RootState) => {
  const active = selectActiveRun(getState());
  if (!active) return;
  dispatch(cancelAsked(true));
  if (active.isChecking) return;
  const { error } = await dispatch(runApi.endpoints.cancelRun.initiate({ run_id: active.input.run_id }));
  if (!error) return;
  dispatch(cancelAsked(false));
  showToast('error', messageOf(error));
};
