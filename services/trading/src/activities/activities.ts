// All activities of this service.
import type { NoticeActivities } from '../workflows/notice-contract.ts';
import type { RebalanceActivities } from '../workflows/rebalance-contract.ts';
import type { ReconcileActivities } from '../workflows/reconcile-contract.ts';
import type { TwinActivities } from '../workflows/refresh-twins-contract.ts';
import { noticeActivities } from './deliver-notices.ts';
import { reconcileActivities } from './reconcile-deployments.ts';
import { twinActivities } from './refresh-twins.ts';
import { rebalanceActivities } from './run-rebalance.ts';

export const activities = (
  parts: Parameters<typeof reconcileActivities>[0] & Parameters<typeof noticeActivities>[0],
): RebalanceActivities & ReconcileActivities & NoticeActivities => ({
  ...rebalanceActivities(parts),
  ...reconcileActivities(parts),
  ...noticeActivities(parts),
  parts: Parameters<typeof reconcileActivities>[0] & Parameters<typeof twinActivities>[0],
): RebalanceActivities & ReconcileActivities & TwinActivities => ({
  ...rebalanceActivities(parts),
  ...reconcileActivities(parts),
  ...twinActivities(parts),
});
