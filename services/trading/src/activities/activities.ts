// All activities of this service.
import type { RebalanceActivities } from '../workflows/rebalance-contract.ts';
import type { ReconcileActivities } from '../workflows/reconcile-contract.ts';
import { reconcileActivities } from './reconcile-deployments.ts';
import { rebalanceActivities } from './run-rebalance.ts';

export const activities = (
  parts: Parameters<typeof reconcileActivities>[0],
): RebalanceActivities & ReconcileActivities => ({
  ...rebalanceActivities(parts),
  ...reconcileActivities(parts),
});
