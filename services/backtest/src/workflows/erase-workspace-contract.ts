// The contract between the workflow that erases a user's workspace and its activities.
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';

/** One workflow erases a user's workspace, once. */
export const ERASE_WORKSPACE: WorkflowContract<[userId: string], [userId: string]> = {
  service: 'backtest',
  workflowType: 'eraseWorkspace',
  workflowIdOf: (userId) => `erase-workspace-${userId}`,
};

/** Each is safe to repeat. */
export type EraseActivities = {
  /** Deletes all chats and blocks new ones; returns the sequence of that write. */
  eraseChats(userId: string): Promise<number>;
  /** Cancels and erases every run; rejects while the read models have not seen the write `after`. */
  eraseRuns(userId: string, after: number): Promise<void>;
};
