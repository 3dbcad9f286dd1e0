// Says if a deployment rebalances automatically, and when.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import { rebalanceTimes } from '../../deployments/views.ts';
import type { Dependencies } from '../dependencies.ts';

export const getAutoRebalanceStatus = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('getAutoRebalanceStatus'), async ({ id }, userId) => {
      const deployment = await deploymentOf(dependencies, userId, id);
      if (isRefusal(deployment)) return deployment;
      const { timeframe } = deployment.created.settings;
      return answer({
        enabled: deployment.isOn,
        ...rebalanceTimes(deployment, dependencies.now()),
        timeframe,
      });
    }),
  );
