// All activities of this service.
import type { NoticeActivities } from '../workflows/notice-contract.ts';
import type { RebalanceActivities } from '../workflows/rebalance-contract.ts';
import type { ReconcileActivities } from '../workflows/reconcile-contract.ts';
import { noticeActivities } from './deliver-notices.ts';
import { reconcileActivities } from './reconcile-deployments.ts';
import { rebalanceActivities } from './run-rebalance.ts';

export const activities = (
  parts: Parameters<typeof reconcileActivities>[0] & Parameters<typeof noticeActivities>[0],
): RebalanceActivities & ReconcileActivities & NoticeActivities => ({
  ...rebalanceActivities(parts),
  ...reconcileActivities(parts),
  ...noticeActivities(parts),
});
