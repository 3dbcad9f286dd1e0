// Cancels the workflow of a run or a study, which then releases or charges its credits and ends it.
import { type WorkflowClient, WorkflowNotFoundError } from '@temporalio/client';

/** Cancelling fails fast while Temporal is down. */
const TEMPORAL_TIMEOUT_MS = 5_000;

/** `ensure` starts the workflow that new work may not have yet. False where it has ended meanwhile. */
export const cancelWork = async (
  workflows: WorkflowClient,
  workflowId: string,
  ensure: () => Promise<void>,
): Promise<boolean> => {
  try {
    await workflows.connection.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, async () => {
      await ensure();
      await workflows.getHandle(workflowId).cancel();
    });
    return true;
  } catch (cause) {
    if (cause instanceof WorkflowNotFoundError) return false;
    throw cause;
  }
};

/** Of a workflow that is there, such as one of a deleted chat. */
export const cancelStarted = (workflows: WorkflowClient, workflowId: string): Promise<boolean> =>
  cancelWork(workflows, workflowId, () => Promise.resolve());
