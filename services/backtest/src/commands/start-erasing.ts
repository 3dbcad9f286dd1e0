// Starts the workflow that erases a deleted account's data here.

import type { WorkflowClient } from '@temporalio/client';
import { SERVICES } from '@tradeium/contracts';
import { startOnce } from '@tradeium/service-kit';
import { eraseWorkflowIdOf } from '../workflows/erase-contract.ts';

export const startErasing = (
  { workflows }: { readonly workflows: WorkflowClient },
  userId: string,
): Promise<void> =>
  startOnce(workflows, 'eraseWorkspace', {
    workflowId: eraseWorkflowIdOf(userId),
    taskQueue: SERVICES.backtest.context,
    args: [userId],
  });
