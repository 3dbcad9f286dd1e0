// Watches drawdown stops by prices, between the looks at the accounts.
import { proxyActivities } from '@temporalio/workflow';
import type { WatchActivities, Watched } from './watch-drawdowns-contract.ts';

/** A deployment that fails is looked at again in the next minute. */
const activities = proxyActivities<WatchActivities>({
  startToCloseTimeout: '10 min',
  heartbeatTimeout: '1 min',
  retry: { maximumAttempts: 1 },
});

export const watchDrawdowns = async (): Promise<Watched> => activities.watchDrawdowns();
