// The agent service: conversations with the agents, their replies, and what these cost.
import { startService } from '@tradeium/service-kit';
import { activities } from './activities/activities.ts';
import { aggregates } from './aggregates.ts';
import { handlers } from './api/handlers.ts';
import { config } from './config.ts';
import { openParts } from './parts.ts';
import { toolUsesProjection } from './projections/tool-uses.ts';
import { turnsProjection } from './projections/turns.ts';
import { reactions } from './reactions/reactions.ts';
import { schedules } from './schedules.ts';

await startService('agent', {
  config,
  aggregates,
  seals: true,
  projections: [turnsProjection, toolUsesProjection],
  parts: openParts,
  handlers,
  reactions,
  workflows: { activities, activitiesAtOnceMax: 2, schedules: () => schedules },
});
