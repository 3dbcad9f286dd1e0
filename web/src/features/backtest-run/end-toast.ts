// The short message at the end of a run.
import { showToast } from '../../ui/toast.ts';
import type { RunEnd } from './run-slice.ts';

/** Says what became of the run; why it failed is told by a dialog in the tab that started it, else here. */
export const showEndToast = ({ ending, outcome }: RunEnd, isOwn: boolean): void => {
  if (ending === 'cancelled') showToast('success', 'The backtest was cancelled. No credits were charged.');
  else if (ending === 'completed' || outcome?.strategyRan)
    showToast('success', 'Backtest added to backtest history!');
  else if (!isOwn && outcome) showToast('error', outcome.text);
};
