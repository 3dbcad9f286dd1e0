// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import type { Dependencies } from './dependencies.ts';
import { getMetrics } from './get-metrics.ts';
import { getOverview } from './get-overview.ts';
import { listPayments } from './list-payments.ts';
import { listStorage } from './list-storage.ts';
import { listTrading } from './list-trading.ts';
import { listUsers } from './list-users.ts';
import { getUsage } from './usage.ts';

const HANDLERS: readonly ((parts: Dependencies) => Handler)[] = [
  getMetrics,
  getOverview,
  getUsage,
  listPayments,
  listStorage,
  listTrading,
  listUsers,
];

export const handlers = (parts: Dependencies): Handler[] => HANDLERS.map((open) => open(parts));
