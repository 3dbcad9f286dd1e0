// The auth service: users, the verification of their addresses, and their sessions.
import { startService } from '@tradeium/service-kit';
import { aggregates } from './aggregates.ts';
import { handlers } from './api/handlers.ts';
import { config } from './config.ts';
import { openParts } from './parts.ts';
import { reactions } from './reactions/reactions.ts';

await startService('auth', {
  config,
  seals: true,
  aggregates,
  parts: openParts,
  handlers,
  reactions,
});
