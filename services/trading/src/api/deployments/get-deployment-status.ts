// The status of the newest deployment of a chat.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import type { Dependencies } from '../dependencies.ts';
import { statusOf } from './answer-status.ts';

export const getDeploymentStatus = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('getDeploymentStatus'), async ({ id }, userId) => {
      const deployment = await deploymentOf(dependencies, userId, id);
      return isRefusal(deployment) ? deployment : answer(await statusOf(dependencies, deployment));
    }),
  );
