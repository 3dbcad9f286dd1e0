// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import type { Parts } from '../parts.ts';
import { getUser } from './get-user.ts';
import { getUserLedger } from './get-user-ledger.ts';
import { getUserTimeline } from './get-user-timeline.ts';
import { listAllOrders } from './list-all-orders.ts';
import { listAllRuns } from './list-all-runs.ts';
import { searchEverything } from './search-everything.ts';

const HANDLERS: readonly ((parts: Parts) => Handler)[] = [
  getUser,
  getUserLedger,
  getUserTimeline,
  listAllOrders,
  listAllRuns,
  searchEverything,
];

export const handlers = (parts: Parts): Handler[] => HANDLERS.map((open) => open(parts));
