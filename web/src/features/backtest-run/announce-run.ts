// While nobody looks at the page, its title tells how far the run is, and its end is announced.
import { isAnyOf } from '@reduxjs/toolkit';
import { listen, store } from '../../core/store.ts';
import { setTitleNotice } from '../../lib/use-page-title.ts';
import { shareOf } from './progress.ts';
import { endedTitle, notifyEnd, runningTitle } from './run-notice.ts';
import { runAdopted, runEnded, runProgressed, runStarted, selectActiveRun } from './run-slice.ts';

const isHidden = (): boolean => document.visibilityState === 'hidden';

const showProgress = (): void => {
  const active = selectActiveRun(store.getState());
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
