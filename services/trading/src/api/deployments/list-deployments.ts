// The user's deployments that have not ended, newest first.
import { messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { livingDeployments } from '../../deployments/living-deployments.ts';
import { deploymentView } from '../../deployments/views.ts';
import type { Dependencies } from '../dependencies.ts';

const DEPLOYMENTS_MAX = 100;

export const listDeployments = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('listDeployments'), async (_input, userId) => {
      const living = await livingDeployments(dependencies, userId);
      return answer(living.slice(0, DEPLOYMENTS_MAX).map(deploymentView));
    }),
  );
