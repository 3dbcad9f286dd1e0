// Ends replies whose process is gone, so that no conversation stays blocked and no credits stay reserved.
import { proxyActivities } from '@temporalio/workflow';
import type { SettleActivities, Settled } from './settle-replies-contract.ts';

/** Failures are retried the next minute. */
const activities = proxyActivities<SettleActivities>({
  startToCloseTimeout: '5 min',
  heartbeatTimeout: '30 s',
  retry: { initialInterval: '2 s', maximumAttempts: 2 },
});

export const settleReplies = async (): Promise<Settled> => activities.settleReplies();
