// Exports everything that a chat's deployment and its trader did, as it is stored, with a run card.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { activityExportOf, readChain } from '../audit/activity-export.ts';
import { deploymentOf } from '../deployments/find-deployment.ts';
import type { Dependencies } from './dependencies.ts';

type Parts = Dependencies & { readonly nc: NatsConnection };

export const exportActivity = (parts: Parts): Handler =>
  userHandler(messageOf('exportActivity'), async ({ id }, userId) => {
    const deployment = await deploymentOf(parts, userId, id);
    if (isRefusal(deployment)) return deployment;
    const { created } = deployment;
    const chains = await Promise.all([
      readChain(parts.nc, 'deployment', created.deploymentId),
      readChain(parts.nc, 'trader', userId),
    ]);
    return answer(activityExportOf(created, chains, parts.now().toISOString()));
  });
