// Starts the workflows of runs that have lost theirs, so that no run stays open and no credits stay reserved.
import { proxyActivities } from '@temporalio/workflow';
import type { ResumeActivities, Resumed } from './resume-contract.ts';

/** What fails is tried again with the next minute. */
const activities = proxyActivities<ResumeActivities>({
  startToCloseTimeout: '10 min',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '2 s', maximumAttempts: 2 },
});

/** Answers how many runs were looked at, and how many could not be resumed. */
export const resumeLostRuns = async (): Promise<Resumed> => activities.resumeLostRuns();
