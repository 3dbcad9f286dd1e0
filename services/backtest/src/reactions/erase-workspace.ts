// Starts the workflow that erases a user's data here once the account is deleted.
import { type WorkflowClient, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { eraseWorkflowIdOf } from '../workflows/erase-contract.ts';
import { BACKTEST_TASK_QUEUE } from '../workflows/run-contract.ts';

/** Handles one event of the auth stream; only UserDeleted matters. A second delivery finds the workflow running. */
export const eraseWorkspace =
  ({ workflows }: { readonly workflows: WorkflowClient }) =>
  async ({ event }: StoredEvent<UserEvent>): Promise<void> => {
    if (event.type !== 'UserDeleted') return;
    const { userId } = event.data;
    try {
      await workflows.start('eraseWorkspace', {
        workflowId: eraseWorkflowIdOf(userId),
        workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
        taskQueue: BACKTEST_TASK_QUEUE,
        args: [userId],
      });
    } catch (cause) {
      if (!(cause instanceof WorkflowExecutionAlreadyStartedError)) throw cause;
    }
  };
