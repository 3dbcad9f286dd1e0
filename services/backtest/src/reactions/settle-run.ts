// Frees the slot of every run that has ended, and counts what it leaves: its result folder, or its computing time.

import type { RunEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { settleRun } from '../commands/end-run.ts';
import { type Settlement, settlementOf } from '../domain/run.ts';

const settlementIn = ({ type, data }: RunEvent): Settlement => {
  if (type === 'RunCompleted') return settlementOf({ status: 'completed', ...data });
  return type === 'RunFailed' ? settlementOf({ status: 'failed', ...data }) : { resultBytes: 0 };
};

/** Handles one event of the backtest stream; a run's start does not matter. */
export const settleEndedRun =
  ({ workspaces }: Pick<Stores, 'workspaces'>) =>
  async ({ event }: StoredEvent<RunEvent>): Promise<void> => {
    if (event.type === 'RunStarted') return;
    await settleRun(workspaces, event.data, settlementIn(event));
  };
