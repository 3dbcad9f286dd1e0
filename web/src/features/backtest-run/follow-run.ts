// Shows a run that another tab or device has started: its progress until its end, and that end as a short message.
import type { AppDispatch, Listen, RootState } from '../../core/store.ts';
import { askForEnd } from './ask-for-end.ts';
import { showEndToast } from './end-toast.ts';
import {
  runAdopted,
  runEnded,
  runProgressed,
  runsListed,
  selectActiveRun,
  selectNewestOther,
} from './run-slice.ts';
import { watchWhileVisible } from './watch-run.ts';

/** Follows the newest run from elsewhere, unless this tab already shows one. */
export const followNewest = () => (dispatch: AppDispatch, getState: () => RootState) => {
  const newest = selectNewestOther(getState());
  if (newest && !selectActiveRun(getState())) dispatch(runAdopted(newest));
};

/** Shows the runs of other tabs and devices. */
export const followOtherRuns = (listen: Listen) => {
  listen({
    actionCreator: runsListed,
    effect: (_action, { dispatch }) => dispatch(followNewest()),
  });
  listen({
    actionCreator: runAdopted,
    effect: async ({ payload: run }, { dispatch, getState, condition }) => {
      const { run_id } = run.input;
      const isShown = () => selectActiveRun(getState())?.input.run_id === run_id;
      if (!isShown()) return;
      const watch = watchWhileVisible(run_id, (progress) => dispatch(runProgressed(progress)));
      // The list is refetched when the server's update names it: a run that is no longer in it has ended.
      await condition(
        (action) =>
          (runsListed.match(action) && !action.payload.some(({ input }) => input.run_id === run_id)) ||
          !isShown(),
      );
      watch.stop();
      // After a reload, this tab may have taken it up as its own by then.
      if (!isShown()) return;
      const end = await askForEnd(dispatch, run);
      dispatch(runEnded({ runId: run_id, ...end }));
      showEndToast(end, false);
      dispatch(followNewest());
    },
  });
};
