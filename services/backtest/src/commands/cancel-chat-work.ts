// Cancels what a deleted chat has under way: nobody could see what becomes of it, and it would hold and take credits.
import { studyInPlace } from '@tradeium/contracts';
import { RUN_BACKTEST } from '../workflows/run-backtest-contract.ts';
import { RUN_STUDY } from '../workflows/run-study-contract.ts';
import { cancelWork } from './cancel-work.ts';
import { ensureRunWorkflow, type RunWorkflows } from './ensure-run-workflow.ts';
import { ensureStudyWorkflow, type StudyWorkflows } from './ensure-study-workflow.ts';

/** Safe to repeat. An agent's try goes on: its reply ends with the conversation. */
export const cancelChatWork = async (
  dependencies: RunWorkflows & StudyWorkflows,
  { userId, chatId }: { readonly userId: string; readonly chatId: string },
): Promise<void> => {
  const { workflows, workspaces } = dependencies;
  const { state } = await workspaces.load(userId);
  const under = state.activeRuns.filter((run) => run.chatId === chatId && !run.isTry);
  for (const { runId, isStudy, admittedAt } of under) {
    if (isStudy) {
      const studyId = studyInPlace(runId);
      await cancelWork(workflows, RUN_STUDY.workflowIdOf(studyId), () =>
        ensureStudyWorkflow(dependencies, studyId),
      );
    } else
      await cancelWork(workflows, RUN_BACKTEST.workflowIdOf(runId), () =>
        ensureRunWorkflow(dependencies, runId, admittedAt),
      );
  }
};
