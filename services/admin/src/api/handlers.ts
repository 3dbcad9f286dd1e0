// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { ACT_ON_ACCOUNT } from './act-on-account.ts';
import type { Dependencies } from './dependencies.ts';
import { exportUserData } from './export-user-data.ts';
import { getMetrics } from './get-metrics.ts';
import { getOverview } from './get-overview.ts';
import { getSystem } from './get-system.ts';
import { getUser } from './get-user.ts';
import { getUserLedger } from './get-user-ledger.ts';
import { getUserTimeline } from './get-user-timeline.ts';
import { listAllOrders } from './list-all-orders.ts';
import { listAllRuns } from './list-all-runs.ts';
import { listAudit } from './list-audit.ts';
import { listOperatorActions } from './list-operator-actions.ts';
import { listPayments } from './list-payments.ts';
import { listStorage } from './list-storage.ts';
import { listTrading } from './list-trading.ts';
import { listUsers } from './list-users.ts';
import { rebuildProjection } from './rebuild-projection.ts';
import { retryParkedEvents } from './retry-parked-events.ts';
import { searchEverything } from './search-everything.ts';
import { getUsage } from './usage.ts';
import { verifyLedger } from './verify-ledger.ts';

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
