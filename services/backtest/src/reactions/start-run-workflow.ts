// Starts the workflow of every started run; a second delivery finds it running.
import type { RunEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { ensureRunWorkflow, type RunWorkflows } from '../commands/ensure-run-workflow.ts';

/** Handles one event of the backtest stream; only RunStarted matters. */
export const startRunWorkflow =
  (dependencies: RunWorkflows) =>
  async ({ event, meta }: StoredEvent<RunEvent>): Promise<void> => {
    if (event.type === 'RunStarted') await ensureRunWorkflow(dependencies, event.data.runId, meta.at);
  };
