// The short message at the end of a run.
import { showToast } from '../../ui/toast.ts';
import type { RunEnd } from './run-slice.ts';

/** Reports the end of a run. The tab that started it shows a failure in a dialog; other tabs show it here. */
export const showEndToast = ({ ending, outcome }: RunEnd, isOwn: boolean): void => {
  if (ending === 'cancelled') showToast('success', 'The backtest was cancelled. No credits were charged.');
  else if (ending === 'completed' || outcome?.strategyRan)
    showToast('success', 'Backtest added to backtest history!');
  else if (!isOwn && outcome) showToast('error', outcome.text);
};
