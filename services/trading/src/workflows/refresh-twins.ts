// Keeps the live twins of all deployments up to date, one after the other.
import { proxyActivities } from '@temporalio/workflow';
import type { Refreshed, TwinActivities } from './refresh-twins-contract.ts';

/** A twin that fails is tried at the next start. */
const activities = proxyActivities<TwinActivities>({
  startToCloseTimeout: '60 min',
  heartbeatTimeout: '1 min',
  retry: { initialInterval: '5 s', maximumAttempts: 2 },
});

export const refreshTwins = async (): Promise<Refreshed> => activities.refreshTwins();
