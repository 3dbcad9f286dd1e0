// Frees the slot of every run that has ended, and adds its result folder to the user's storage.
import type { RunEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { Workspaces } from '../commands/change-workspace.ts';
import { resultBytesOf, settleRun } from '../commands/end-run.ts';

/** Handles one event of the backtest stream; a run's start does not matter. */
export const settleEndedRun =
  ({ workspaces }: { readonly workspaces: Workspaces }) =>
  async ({ event: { type, data } }: StoredEvent<RunEvent>): Promise<void> => {
    if (type === 'RunStarted') return;
    await settleRun(workspaces, data, type === 'RunCompleted' ? resultBytesOf(data.files) : 0);
  };
