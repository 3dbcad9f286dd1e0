// Remembers the run that is on its way, so that a reload of the page takes it up again under the same id.
import type { StartedRun } from './run-slice.ts';

const KEY = 'tradeium-pending-run';

/** Kept for this tab only: two tabs may run two backtests. */
export const keepPendingRun = (run: StartedRun): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(run));
  } catch {
    console.warn('the run could not be remembered');
  }
};

export const forgetPendingRun = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A run that could not be kept need not be forgotten.
  }
};

/** The run from before the reload; null when there was none. */
export const readPendingRun = (): StartedRun | null => {
  try {
    const run = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StartedRun | null;
    return typeof run?.input?.run_id === 'string' ? run : null;
  } catch {
    return null;
  }
};
