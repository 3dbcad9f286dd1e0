// Starts the workflows of runs that have lost theirs, so that no run stays open and no credits stay reserved.
import { proxyActivities } from '@temporalio/workflow';
import type { ResumeActivities, Resumed } from './resume-lost-runs-contract.ts';

/** Failures are retried the next minute. */
const activities = proxyActivities<ResumeActivities>({
  startToCloseTimeout: '10 min',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '2 s', maximumAttempts: 2 },
});

/** Returns how many runs were checked, and how many could not be resumed. */
export const resumeLostRuns = async (): Promise<Resumed> => activities.resumeLostRuns();
