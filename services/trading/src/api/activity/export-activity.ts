// Exports everything that a chat's deployment and its trader did, as it is stored, with a run card.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { activityExportOf, readChain } from '../../audit/activity-export.ts';
import { deploymentOf, loadDeployment } from '../../deployments/find-deployment.ts';
import type { Dependencies } from '../dependencies.ts';

type Parts = Dependencies & { readonly nc: NatsConnection };

export const exportActivity = (parts: Parts): Handler =>
  fromAggregates(
    userHandler(messageOf('exportActivity'), async ({ id, deployment_id }, userId) => {
      const deployment =
        deployment_id === undefined
          ? await deploymentOf(parts, userId, id)
          : await loadDeployment(parts, userId, deployment_id);
      if (isRefusal(deployment)) return deployment;
      const { created } = deployment;
      if (created.chatId !== id) return refuse('DEPLOYMENT_NOT_FOUND');
      const chains = await Promise.all([
        readChain(parts.nc, 'deployment', created.deploymentId),
        readChain(parts.nc, 'trader', userId),
      ]);
      return answer(activityExportOf(created, chains, parts.now().toISOString()));
    }),
  );
