// The newest active deployment, live before paper.
import { messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { livingDeployments } from '../../deployments/living-deployments.ts';
import { deploymentView } from '../../deployments/views.ts';
import type { Dependencies } from '../dependencies.ts';

export const getCurrentDeployment = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('getCurrentDeployment'), async (_input, userId) => {
      const living = await livingDeployments(dependencies, userId);
      // A paused one is current, too: its page says why.
      const open = living.filter(({ status }) => status !== 'stopped');
      const current = open.find(({ created }) => created.mode === 'live') ?? open[0];
      return answer(current ? deploymentView(current) : null);
    }),
  );
