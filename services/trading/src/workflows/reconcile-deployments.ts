// Compares every hour what deployments hold with their events, notes what they are worth, and repairs their schedules.
import { proxyActivities } from '@temporalio/workflow';
import type { ReconcileActivities, Reconciled } from './reconcile-deployments-contract.ts';

/** A deployment that fails is looked at again in the next hour. */
const activities = proxyActivities<ReconcileActivities>({
  startToCloseTimeout: '30 min',
  heartbeatTimeout: '1 min',
  retry: { initialInterval: '5 s', maximumAttempts: 2 },
});

export const reconcileDeployments = async (): Promise<Reconciled> => activities.reconcileDeployments();
