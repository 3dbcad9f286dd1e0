// Requests a run until its end is known. The same run id never runs twice, so a lost answer is retried.
import type { AppDispatch } from '../../core/store.ts';
import { type Failure, isFailure } from '../../lib/failure.ts';
import { executeBacktest } from './api.ts';
import { type Outcome, outcomeOf, outcomeOfFailure } from './outcome.ts';
import { connectionLost, type RunEnd, type StartedRun } from './run-slice.ts';

const ASK_AGAIN_MS = 2_000;
const ASKS_MAX = 10;
const GATEWAY_STATUSES: readonly unknown[] = ['NETWORK', 502, 503, 504];

/** True if the answer got lost rather than the run: retrying the same run id is safe. */
const isLostAnswer = ({ status, code }: Failure): boolean =>
  GATEWAY_STATUSES.includes(status) && (code === undefined || code === 'SERVICE_UNAVAILABLE');

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));

const unknownFailure: Failure = { status: 500, message: 'Failed to execute backtest' };

/** An end that the user reads about; a result folder makes it a success. */
export const runEndOf = (outcome: Outcome): RunEnd => ({
  ending: outcome.folderName === null ? 'failed' : 'completed',
  outcome,
});

/** Starts the run, or joins it when it is known already, and waits for its end. */
export const askForEnd = async (dispatch: AppDispatch, { input }: StartedRun): Promise<RunEnd> => {
  for (let asks = 1; ; asks += 1) {
    try {
      return runEndOf(outcomeOf(await dispatch(executeBacktest(input))));
    } catch (thrown) {
      const failure = isFailure(thrown) ? thrown : unknownFailure;
      if (failure.code === 'RUN_CANCELLED') return { ending: 'cancelled', outcome: null };
      if (failure.status === 401) return { ending: 'unknown', outcome: null };
      if (!isLostAnswer(failure) || asks === ASKS_MAX) return runEndOf(outcomeOfFailure(failure));
      dispatch(connectionLost());
      await pause();
    }
  }
};
