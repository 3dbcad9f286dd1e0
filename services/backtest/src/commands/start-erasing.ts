// Starts the workflow that erases a deleted account's data here.
import type { WorkflowClient } from '@temporalio/client';
import { startOnce } from '@tradeium/service-kit';
import { eraseWorkflowIdOf } from '../workflows/erase-contract.ts';
import { BACKTEST_TASK_QUEUE } from '../workflows/run-contract.ts';

export const startErasing = (
  { workflows }: { readonly workflows: WorkflowClient },
  userId: string,
): Promise<void> =>
  startOnce(workflows, 'eraseWorkspace', {
    workflowId: eraseWorkflowIdOf(userId),
    taskQueue: BACKTEST_TASK_QUEUE,
    args: [userId],
  });
