// Shows a run that another tab or device has started: its progress until its end, and that end as a short message.
import type { AppDispatch, RootState } from '../../core/store.ts';
import { listen } from '../../core/store.ts';
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

/** Takes up the newest run that goes on elsewhere, unless this tab shows one already. */
export const followNewest = () => (dispatch: AppDispatch, getState: () => RootState) => {
  const newest = selectNewestOther(getState());
  if (newest && !selectActiveRun(getState())) dispatch(runAdopted(newest));
};

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
    await condition(
      (action) =>
        (runProgressed.match(action) &&
          action.payload.run_id === run_id &&
          action.payload.status !== 'running') ||
        (runsListed.match(action) && !action.payload.some(({ input }) => input.run_id === run_id)) ||
        !isShown(),
    );
    watch.stop();
    // This tab may have taken it up as its own by then, after a reload.
    if (!isShown()) return;
    const end = await askForEnd(dispatch, run);
    dispatch(runEnded({ runId: run_id, ...end }));
    showEndToast(end, false);
    dispatch(followNewest());
  },
});
