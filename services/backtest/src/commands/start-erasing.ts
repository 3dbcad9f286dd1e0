// Starts the workflow that erases a deleted account's data here.

import type { WorkflowClient } from '@temporalio/client';
import { startOnce } from '@tradeium/service-kit';
import { ERASE_WORKSPACE } from '../workflows/erase-workspace-contract.ts';

export const startErasing = (
  { workflows }: { readonly workflows: WorkflowClient },
  userId: string,
): Promise<void> =>
  startOnce(workflows, ERASE_WORKSPACE, {
    workflowId: ERASE_WORKSPACE.workflowIdOf(userId),
    args: [userId],
  });
