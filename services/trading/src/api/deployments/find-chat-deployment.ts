// Says whether a chat has a deployment that may trade, by the events alone: such a chat is not deleted.
import { isRefusal, MESSAGES } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import type { Dependencies } from '../dependencies.ts';

export const findChatDeployment = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(MESSAGES.findChatDeployment, async ({ chat_id }, userId) => {
      const deployment = await deploymentOf(dependencies, userId, chat_id);
      const status = isRefusal(deployment) ? null : deployment.status;
      return answer({ may_trade: status === 'active' || status === 'paused' });
    }),
  );
