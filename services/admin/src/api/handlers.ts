// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { ACT_ON_ACCOUNT } from './audit/act-on-account.ts';
import { listAudit } from './audit/list-audit.ts';
import { listOperatorActions } from './audit/list-operator-actions.ts';
import type { Dependencies } from './dependencies.ts';
import { exportUserData } from './export-user-data.ts';
import { getMetrics } from './figures/get-metrics.ts';
import { getOverview } from './figures/get-overview.ts';
import { getUsage } from './figures/usage.ts';
import { listAllOrders } from './lists/list-all-orders.ts';
import { listAllRuns } from './lists/list-all-runs.ts';
import { listPayments } from './lists/list-payments.ts';
import { listStorage } from './lists/list-storage.ts';
import { listTrading } from './lists/list-trading.ts';
import { searchEverything } from './lists/search-everything.ts';
import { getSystem } from './system/get-system.ts';
import { rebuildProjection } from './system/rebuild-projection.ts';
import { retryParkedEvents } from './system/retry-parked-events.ts';
import { verifyLedger } from './system/verify-ledger.ts';
import { getUser } from './users/get-user.ts';
import { getUserLedger } from './users/get-user-ledger.ts';
import { getUserTimeline } from './users/get-user-timeline.ts';
import { listUsers } from './users/list-users.ts';

const HANDLERS: readonly ((parts: Dependencies) => Handler)[] = [
  ...ACT_ON_ACCOUNT,
  exportUserData,
  getMetrics,
  getOverview,
  getSystem,
  getUsage,
  getUser,
  getUserLedger,
  getUserTimeline,
  listAllOrders,
  listAllRuns,
  listAudit,
  listOperatorActions,
  listPayments,
  listStorage,
  listTrading,
  listUsers,
  rebuildProjection,
  retryParkedEvents,
  searchEverything,
  verifyLedger,
];

export const handlers = (parts: Dependencies): Handler[] => HANDLERS.map((open) => open(parts));
