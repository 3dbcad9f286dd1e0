// Opens the dependencies of the trading service's handlers, reactions and activities.
import type { ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { config as schema } from './config.ts';
import type { deploymentAggregate } from './domain/deployment.ts';
import type { traderAggregate } from './domain/trader.ts';
import { activitiesProjection } from './projections/activities.ts';
import { deploymentsProjection } from './projections/deployments.ts';
import { valuesProjection } from './projections/values.ts';
import { openKeyStore } from './sealed/kept-keys.ts';
import { openSealedValues } from './sealed/sealed-values.ts';

type Kit = ServiceKit<
  z.output<typeof schema>,
  { traders: typeof traderAggregate; deployments: typeof deploymentAggregate }
>;

export const openParts = async (kit: Kit) => {
  const { config, nc, log, now, client, aggregates, projections, sealing, temporal } = kit;
  if (!sealing) throw new Error('this service seals keys and what users write');
  return {
    ...aggregates,
    config,
    log,
    now,
    client,
    temporal,
    keyStore: openKeyStore(openSealedValues(nc, 'EXCHANGE_KEYS', sealing)),
    codeStore: openSealedValues(nc, 'DEPLOYED_CODE', sealing),
    deploymentModel: () => projections.documents(deploymentsProjection),
    activityModel: () => projections.documents(activitiesProjection),
    valueModel: () => projections.documents(valuesProjection),
  };
};
