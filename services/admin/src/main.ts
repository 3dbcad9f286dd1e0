// The admin service: what operators read of all contexts, and the audit of what they do.
import { startService } from '@tradeium/service-kit';
import { accountUpdates } from './account-updates.ts';
import { aggregates } from './aggregates.ts';
import { handlers } from './api/handlers.ts';
import { config } from './config.ts';
import { openParts } from './parts.ts';
import { projections } from './projections/projections.ts';

await startService('admin', {
  config,
  aggregates,
  seals: true,
  projections,
  parts: openParts,
  handlers,
  accountUpdates,
});
