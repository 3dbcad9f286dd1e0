// The short message at the end of a run.
import { showToast } from '../../ui/toast.ts';
import { ADDED } from './outcome.ts';
import type { RunEnd } from './run-slice.ts';

/** Reports the end of a run. The tab that started it has a dialog for success and failure; other tabs have this only. */
export const showEndToast = ({ ending, outcome }: RunEnd, isOwn: boolean): void => {
  if (ending === 'cancelled') showToast('success', 'The backtest was cancelled. No credits were charged.');
  else if (isOwn) return;
  else if (ending === 'completed' || outcome?.strategyRan) showToast('success', ADDED);
  else if (outcome) showToast('error', outcome.text);
};
