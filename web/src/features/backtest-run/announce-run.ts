// While the page is hidden, its title shows how far the run is, and the end of the run is announced.
import { isAnyOf } from '@reduxjs/toolkit';
import type { Listen, RootState } from '../../core/store.ts';
import { setTitleNotice } from '../../lib/use-page-title.ts';
import { shareOf } from './progress.ts';
import { endedTitle, notifyEnd, runningTitle } from './run-notice.ts';
import { runAdopted, runEnded, runProgressed, runStarted, selectActiveRun } from './run-slice.ts';

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Announces the runs of a page; `getState` reads its store when the page is hidden during a run. */
export const announceRuns = (listen: Listen, getState: () => RootState) => {
  const showProgress = (): void => {
    const active = selectActiveRun(getState());
    if (active && isHidden()) setTitleNotice(runningTitle(shareOf(active.progress)));
  };
  document.addEventListener('visibilitychange', () => {
    if (isHidden()) showProgress();
    else setTitleNotice(null);
  });
  listen({ matcher: isAnyOf(runStarted, runAdopted, runProgressed), effect: showProgress });
  listen({
    actionCreator: runEnded,
    effect: ({ payload: { runId, ending, outcome } }) => {
      if (!isHidden()) return;
      setTitleNotice(endedTitle(ending));
      notifyEnd(runId, ending, outcome?.text ?? '');
    },
  });
};
