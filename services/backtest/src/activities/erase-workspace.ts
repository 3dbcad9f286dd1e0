// Erases a user's chats and runs, step by step.
import { type WorkflowClient, WorkflowNotFoundError } from '@temporalio/client';
import { isRefusal } from '@tradeium/contracts';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { eraseRun } from '../commands/end-run.ts';
import { type RunModel, runsAfter } from '../projections/runs.ts';
import type { EraseActivities } from '../workflows/erase-workspace-contract.ts';
import { RUN_BACKTEST } from '../workflows/run-backtest-contract.ts';

const RUNS_PER_PAGE = 200;
const READ_MODELS_TIMEOUT_MS = 10_000;

export type Erasing = {
  readonly workspaces: Stores['workspaces'];
  readonly runs: Stores['runs'];
  readonly workflows: WorkflowClient;
  readonly runModel: RunModel;
  /** True if the read models have seen this write. */
  readonly haveSeen: (sequence: number, timeoutMs: number) => Promise<boolean>;
};

const cancelWorkflow = async ({ workflows }: Erasing, runId: string): Promise<void> => {
  await workflows
    .getHandle(RUN_BACKTEST.workflowIdOf(runId))
    .cancel()
    .catch((cause: unknown) => {
      if (!(cause instanceof WorkflowNotFoundError)) throw cause;
    });
};

export const eraseActivities = (erasing: Erasing): EraseActivities => ({
  eraseChats: async (userId) => {
    const change = await erasing.workspaces.change(
      userId,
      { type: 'EraseWorkspace', userId },
      { commandId: `erase:${userId}`, correlationId: userId },
    );
    if (isRefusal(change)) throw new Error(`the workspace of ${userId} was not erased: ${change.refused}`);
    return change.written.sequence;
  },

  eraseRuns: (userId, after) =>
    whileBeating(async () => {
      if (!(await erasing.haveSeen(after, READ_MODELS_TIMEOUT_MS)))
        throw new Error(`the runs of ${userId} are not known yet`);
      for (let last: string | undefined = ''; last !== undefined; ) {
        const page: Awaited<ReturnType<typeof runsAfter>> = await runsAfter(
          erasing.runModel,
          { userId },
          last,
          RUNS_PER_PAGE,
        );
        for (const { _id: runId, chatId, status } of page) {
          // Cancelled first: if this stops here, the run is found again until it is erased.
          if (status === 'running') await cancelWorkflow(erasing, runId);
          await eraseRun(erasing.runs, { runId, chatId, userId });
        }
        last = page.at(-1)?._id;
      }
    }),
});
