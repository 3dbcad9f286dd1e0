// Erases a user's chats, runs and studies, step by step.
import { type WorkflowClient, WorkflowNotFoundError } from '@temporalio/client';
import { isRefusal } from '@tradeium/contracts';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { eraseRun } from '../commands/end-run.ts';
import { eraseStudy } from '../commands/erase-study.ts';
import { eachOf } from '../projections/pages.ts';
import { type RunModel, runsAfter } from '../projections/runs.ts';
import { type StudyModel, studiesAfter } from '../projections/studies.ts';
import type { EraseActivities } from '../workflows/erase-workspace-contract.ts';
import { RUN_BACKTEST } from '../workflows/run-backtest-contract.ts';
import { RUN_STUDY } from '../workflows/run-study-contract.ts';

const READ_MODELS_TIMEOUT_MS = 10_000;

export type Erasing = {
  readonly workspaces: Stores['workspaces'];
  readonly runs: Stores['runs'];
  readonly studies: Stores['studies'];
  readonly workflows: WorkflowClient;
  readonly runModel: RunModel;
  readonly studyModel: StudyModel;
  /** True if the read models have seen this write. */
  readonly haveSeen: (sequence: number, timeoutMs: number) => Promise<boolean>;
};

const cancelWorkflow = async ({ workflows }: Erasing, workflowId: string): Promise<void> => {
  await workflows
    .getHandle(workflowId)
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
      const { runs, runModel, studies, studyModel } = erasing;
      // Cancelled first: if this stops half-way, the rest is found again until it is erased.
      await eachOf(
        (last, limit) => runsAfter(runModel, { userId }, last, limit),
        async ({ _id: runId, chatId, status }) => {
          if (status === 'running') await cancelWorkflow(erasing, RUN_BACKTEST.workflowIdOf(runId));
          await eraseRun(runs, { runId, chatId, userId });
        },
      );
      await eachOf(
        (last, limit) => studiesAfter(studyModel, { userId }, last, limit),
        async ({ _id: studyId, chatId, status }) => {
          if (status === 'running') await cancelWorkflow(erasing, RUN_STUDY.workflowIdOf(studyId));
          await eraseStudy(studies, { studyId, chatId, userId });
        },
      );
    }),
});
