// Starts workflows whose ids say what they are for, so that each is started once, however often it is requested.
import type { Workflow, WorkflowClient, WorkflowStartOptions } from '@temporalio/client';

/** After this a killed worker's step goes to the next worker. */
const TASK_TIMEOUT = '4 s';

type Start = Pick<WorkflowStartOptions<Workflow>, 'workflowId' | 'taskQueue'> & {
  readonly args: readonly unknown[];
  /** Whether one that has failed may be started again (default), or nothing is ever started twice. */
  readonly again?: 'after-failure' | 'never';
};

/** Safe to repeat: one that runs, or has completed, is left alone. */
export const startOnce = async (
  workflows: Pick<WorkflowClient, 'start'>,
  workflowType: string,
  { workflowId, taskQueue, args, again = 'after-failure' }: Start,
): Promise<void> => {
  try {
    await workflows.start(workflowType, {
      workflowId,
      taskQueue,
      args: [...args],
      workflowIdReusePolicy: again === 'never' ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowTaskTimeout: TASK_TIMEOUT,
    });
  } catch (cause) {
    // Loaded by now: the client has answered.
    const { WorkflowExecutionAlreadyStartedError } = await import('@temporalio/client');
    if (!(cause instanceof WorkflowExecutionAlreadyStartedError)) throw cause;
  }
};
