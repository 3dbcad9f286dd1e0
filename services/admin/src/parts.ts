// Opens the dependencies of the admin service's handlers.
import { openStreamClient, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import { publishAdministrationUpdates } from './administration-updates.ts';
import type { aggregates } from './aggregates.ts';
import type { config as schema } from './config.ts';
import { openModels } from './projections/models.ts';
import { queuesNow } from './system/task-queues.ts';

type Kit = ServiceKit<z.output<typeof schema>, typeof aggregates, true>;

export const openParts = ({ config, nc, log, now, client, aggregates, projections, ...kit }: Kit) => {
  const updates = publishAdministrationUpdates({ nc, log, projections });
  kit.lifetime.onStop('administration updates', updates.stop);
  const { temporal, sealing, metrics } = kit;
  metrics.watchTaskQueues(() => queuesNow({ temporal, config }));
  return {
    ...aggregates,
    config,
    nc,
    log,
    now,
    client,
    temporal,
    sealing,
    foreignStreams: openStreamClient(nc),
    models: openModels(projections),
  };
};
