// Opens the dependencies of the agent service's handlers, reactions and activities.
import type { ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { config as schema } from './config.ts';
import type { conversationAggregate } from './domain/conversation.ts';
import { turnsProjection } from './projections/turns.ts';

type Kit = ServiceKit<z.output<typeof schema>, { conversations: typeof conversationAggregate }>;

export const openParts = ({ config, log, now, client, aggregates, projections }: Kit) => ({
  ...aggregates,
  models: config.models,
  turnModel: () => projections.documents(turnsProjection),
  caughtUp: projections.caughtUp,
  client,
  log,
  now,
});
