// Starts workflows whose ids say what they are for, so that each is started once, however often it is requested.
import type { WorkflowClient } from '@temporalio/client';
import { SERVICES } from '@tradeium/contracts';
import type { WorkflowContract } from './workflow-contract.ts';

/** After this a killed worker's step goes to the next worker. */
const TASK_TIMEOUT = '4 s';

type Start<Args extends readonly unknown[]> = {
  readonly workflowId: string;
  readonly args: Args;
  /** Default: that of its service. */
  readonly taskQueue?: string;
};

/** The options with which every workflow is started. */
export const startOptions = <Args extends readonly unknown[]>(
  { service }: WorkflowContract<Args, never>,
  { workflowId, args, taskQueue = SERVICES[service].context }: Start<Args>,
) => ({ workflowId, taskQueue, args, workflowTaskTimeout: TASK_TIMEOUT }) as const;

/** Safe to repeat: one that runs, or has completed, is left alone. */
export const startOnce = async <Args extends readonly unknown[]>(
  workflows: Pick<WorkflowClient, 'start'>,
  contract: WorkflowContract<Args, never>,
  {
    again = 'after-failure',
    ...start
  }: Start<Args> & {
    /** Says if one that has failed may be started again (default), or nothing is ever started twice. */
    readonly again?: 'after-failure' | 'never';
  },
): Promise<void> => {
  try {
    await workflows.start(contract.workflowType, {
      ...startOptions(contract, start),
      workflowIdReusePolicy: again === 'never' ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY',
    });
  } catch (cause) {
    // Loaded by now: the client has answered.
    const { WorkflowExecutionAlreadyStartedError } = await import('@temporalio/client');
    if (!(cause instanceof WorkflowExecutionAlreadyStartedError)) throw cause;
  }
};
