// Cancels what a deleted chat has under way: nobody could see what becomes of it, and it would hold and take credits.
import { studyInPlace } from '@tradeium/contracts';
import { ensureRunWorkflow, type RunWorkflows } from './ensure-run-workflow.ts';
import { ensureStudyWorkflow, type StudyWorkflows } from './ensure-study-workflow.ts';

/** Safe to repeat: a workflow of a deleted chat is cancelled where it is ensured. An agent's try ends with its reply. */
export const cancelChatWork = async (
  dependencies: RunWorkflows & StudyWorkflows,
  { userId, chatId }: { readonly userId: string; readonly chatId: string },
): Promise<void> => {
  const { state } = await dependencies.workspaces.load(userId);
  const underWay = state.activeRuns.filter((run) => run.chatId === chatId && !run.isTry);
  for (const { runId, isStudy, admittedAt } of underWay) {
    if (isStudy) await ensureStudyWorkflow(dependencies, studyInPlace(runId));
    else await ensureRunWorkflow(dependencies, runId, admittedAt);
  }
};
