// Opens the dependencies of the admin service's handlers.
import { openStreamClient, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { config as schema } from './config.ts';
import type { actionAggregate } from './domain/action.ts';
import { openModels } from './projections/models.ts';

type Kit = ServiceKit<z.output<typeof schema>, { actions: typeof actionAggregate }, true>;

export const openParts = ({
  config,
  nc,
  log,
  now,
  client,
  aggregates,
  projections,
  temporal,
  sealing,
}: Kit) => ({
  ...aggregates,
  config,
  nc,
  log,
  now,
  client,
  temporal,
  foreignStreams: openStreamClient(nc),
  sealing,
  models: openModels(projections),
});

/** What the handlers work with; each picks what it needs. */
export type Parts = ReturnType<typeof openParts>;
