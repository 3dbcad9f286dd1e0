// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import type { Parts } from '../parts.ts';
import { getSystem } from './get-system.ts';
import { rebuildProjection } from './rebuild-projection.ts';
import { retryParkedEvents } from './retry-parked-events.ts';
import { verifyLedger } from './verify-ledger.ts';

const HANDLERS: readonly ((parts: Parts) => Handler)[] = [
  getSystem,
  rebuildProjection,
  retryParkedEvents,
  verifyLedger,
];

export const handlers = (parts: Parts): Handler[] => HANDLERS.map((open) => open(parts));
