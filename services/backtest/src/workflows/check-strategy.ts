// Has the strategy runner check code as it is being written; a user waits, so it is quick or fails.
import { proxyActivities } from '@temporalio/workflow';
import { CHECK_TASK_QUEUE, type CheckAnswer, type CheckJob } from './check-strategy-contract.ts';

const runner = proxyActivities<{ checkStrategy(job: CheckJob): Promise<CheckAnswer> }>({
  taskQueue: CHECK_TASK_QUEUE,
  // Without a runner, it fails after this.
  scheduleToStartTimeout: '2 s',
  startToCloseTimeout: '4 s',
  scheduleToCloseTimeout: '6 s',
  retry: {
    initialInterval: '100 ms',
    maximumAttempts: 2,
    nonRetryableErrorTypes: ['InvalidInput'],
  },
});

export const checkStrategy = async (job: CheckJob): Promise<CheckAnswer> => runner.checkStrategy(job);
