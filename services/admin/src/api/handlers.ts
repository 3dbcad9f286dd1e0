// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import type { Parts } from '../parts.ts';
import { ACT_ON_ACCOUNT } from './act-on-account.ts';
import { exportUserData } from './export-user-data.ts';
import { getSystem } from './get-system.ts';
import { listAudit } from './list-audit.ts';
import { listOperatorActions } from './list-operator-actions.ts';
import { rebuildProjection } from './rebuild-projection.ts';
import { retryParkedEvents } from './retry-parked-events.ts';
import { verifyLedger } from './verify-ledger.ts';

const HANDLERS: readonly ((parts: Parts) => Handler)[] = [
  ...ACT_ON_ACCOUNT,
  exportUserData,
  getSystem,
  listAudit,
  listOperatorActions,
  rebuildProjection,
  retryParkedEvents,
  verifyLedger,
];

export const handlers = (parts: Parts): Handler[] => HANDLERS.map((open) => open(parts));
