// Makes sure that a run that has not ended has a workflow, for the reaction to its start, its cancellation and its rescue.

import type { WorkflowClient } from '@temporalio/client';
import { startOnce } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { RUN_BACKTEST, type RunReference } from '../workflows/run-backtest-contract.ts';
import { cancelStarted } from './cancel-work.ts';
import { eraseRun } from './end-run.ts';

export type RunWorkflows = {
  readonly runs: Stores['runs'];
  readonly workspaces: Stores['workspaces'];
  readonly workflows: WorkflowClient;
};

/**
 * Safe to repeat. A running workflow continues; one that was lost, or ended without settling the run, is started again. A
 * run that has ended is left alone, one of a deleted account is erased, and one of a deleted chat ends as cancelled.
 */
export const ensureRunWorkflow = async (
  { runs, workspaces, workflows }: RunWorkflows,
  runId: string,
  startedAt: string,
): Promise<void> => {
  const { state } = await runs.load(runId);
  if (state.status !== 'running') return;
  const { state: workspace } = await workspaces.load(state.started.userId);
  if (workspace.isErased) return eraseRun(runs, state.started);
  const place = workspace.activeRuns.findIndex((run) => run.runId === runId) + 1;
  const { strategyFilename: _, parameters: __, ...started } = state.started;
  const run: RunReference = { ...started, startedAt, place: Math.max(place, 1) };
  const workflowId = RUN_BACKTEST.workflowIdOf(runId);
  await startOnce(workflows, RUN_BACKTEST, { workflowId, args: [run] });
  if (!workspace.chats[started.chatId]) await cancelStarted(workflows, workflowId);
};
