// Starts the workflow of every run that was started, unless its user's account is gone; a second delivery finds it there.
import { type WorkflowClient, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { RunEvent, WorkspaceEvent } from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import type { Run } from '../domain/run.ts';
import type { Workspace } from '../domain/workspace.ts';
import { BACKTEST_TASK_QUEUE, type RunReference, workflowIdOf } from '../workflows/run-reference.ts';
import { eraseRun } from './erase-run.ts';

export type RunWorkflows = {
  readonly runs: Aggregates<Run, RunEvent>;
  readonly workflows: WorkflowClient;
};

/**
 * Makes sure that a run that has not ended has a workflow. Safe to repeat: one that runs goes on, one that was lost or
 * ended without settling the run is started again, and a run that has ended is left alone.
 */
export const ensureWorkflow = async (
  { runs, workflows }: RunWorkflows,
  runId: string,
  startedAt: string,
): Promise<void> => {
  const { state } = await runs.load(runId);
  if (state.status !== 'running') return;
  const run: RunReference = { ...state.started, startedAt };
  try {
    await workflows.start('runBacktest', {
      workflowId: workflowIdOf(runId),
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      taskQueue: BACKTEST_TASK_QUEUE,
      args: [run],
      // A step of a killed worker is given to the next one after this.
      workflowTaskTimeout: '4 s',
    });
  } catch (cause) {
    if (!(cause instanceof WorkflowExecutionAlreadyStartedError)) throw cause;
  }
};

/** Handles one event of the backtest stream; all but RunStarted are none of its business. */
export const startRunWorkflow =
  (dependencies: RunWorkflows & { readonly workspaces: Aggregates<Workspace, WorkspaceEvent> }) =>
  async ({ event, meta }: StoredEvent<RunEvent>): Promise<void> => {
    if (event.type !== 'RunStarted') return;
    const { runId, chatId, userId } = event.data;
    const { state: workspace } = await dependencies.workspaces.load(userId);
    if (workspace.isErased) await eraseRun(dependencies.runs, { runId, chatId, userId });
    else await ensureWorkflow(dependencies, runId, meta.at);
  };
