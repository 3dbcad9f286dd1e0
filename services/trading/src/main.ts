// The trading service: exchange keys, deployments and their rebalances, positions, activity and performance.
import { startService } from '@tradeium/service-kit';
import { accountUpdates } from './account-updates.ts';
import { activities } from './activities/activities.ts';
import { aggregates } from './aggregates.ts';
import { handlers } from './api/handlers.ts';
import { config } from './config.ts';
import { openParts } from './parts.ts';
import { deploymentsProjection } from './projections/deployments.ts';
import { historyProjection } from './projections/history.ts';
import { liveFactsProjection } from './projections/live-facts.ts';
import { valuesProjection } from './projections/values.ts';
import { reactions } from './reactions/reactions.ts';
import { schedules } from './schedules.ts';

await startService('trading', {
  config,
  aggregates,
  seals: true,
  projections: [deploymentsProjection, historyProjection, valuesProjection, liveFactsProjection],
  parts: openParts,
  handlers,
  reactions,
  // Most of them wait: for a strategy's turn, or for the exchange's.
  workflows: { activities, activitiesAtOnceMax: 400, schedules: () => schedules },
  accountUpdates,
});
