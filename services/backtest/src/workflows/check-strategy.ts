// Has the strategy runner say what is wrong with code that is being written; somebody waits, so it is short or fails.
import { proxyActivities } from '@temporalio/workflow';
import { CHECK_TASK_QUEUE, type CheckAnswer, type CheckJob } from './check-contract.ts';

const runner = proxyActivities<{ checkStrategy(job: CheckJob): Promise<CheckAnswer> }>({
  taskQueue: CHECK_TASK_QUEUE,
  // With nobody there to check, it is told after this.
  scheduleToStartTimeout: '2 s',
  startToCloseTimeout: '4 s',
  scheduleToCloseTimeout: '6 s',
  retry: {
    initialInterval: '100 ms',
    maximumAttempts: 2,
    nonRetryableErrorTypes: ['SandboxUnavailable', 'InvalidInput'],
  },
});

export const checkStrategy = async (job: CheckJob): Promise<CheckAnswer> => runner.checkStrategy(job);
