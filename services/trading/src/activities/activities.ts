// All activities of this service.
import type { NoticeActivities } from '../workflows/deliver-notice-contract.ts';
import type { RebalanceActivities } from '../workflows/rebalance-contract.ts';
import type { ReconcileActivities } from '../workflows/reconcile-deployments-contract.ts';
import type { TwinActivities } from '../workflows/refresh-twins-contract.ts';
import type { WatchActivities } from '../workflows/watch-drawdowns-contract.ts';
import { noticeActivities } from './deliver-notices.ts';
import { reconcileActivities } from './reconcile-deployments.ts';
import { twinActivities } from './refresh-twins.ts';
import { rebalanceActivities } from './run-rebalance.ts';
import { watchActivities } from './watch-drawdowns.ts';

type Parts = Parameters<typeof reconcileActivities>[0] &
  Parameters<typeof noticeActivities>[0] &
  Parameters<typeof twinActivities>[0];

export const activities = (
  parts: Parts,
): RebalanceActivities & ReconcileActivities & NoticeActivities & TwinActivities & WatchActivities => ({
  ...rebalanceActivities(parts),
  ...reconcileActivities(parts),
  ...noticeActivities(parts),
  ...twinActivities(parts),
  ...watchActivities(parts),
});
