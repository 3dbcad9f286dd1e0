// Sells coins of a deployment to USDT: it needs no strategy, and works while stopped.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import { sellRefusal } from '../../domain/sell.ts';
import type { Dependencies } from '../dependencies.ts';
import { jobOf, runRebalance } from './await-rebalance.ts';

/** Off comes first: a rebalance under way then ends, instead of buying what is to be sold. */
export const sellToUsdt = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('sellToUsdt'), async ({ id, coins }, userId, request) => {
    const deployment = await deploymentOf(dependencies, userId, id);
    if (isRefusal(deployment)) return deployment;
    const refusal = sellRefusal(deployment, coins);
    if (refusal) return refusal;
    const { deploymentId } = deployment.created;
    const ids = { userId, deploymentId };
    if (coins === undefined) {
      const cause = { ...request, commandId: `${request.commandId}:off` };
      const off = await dependencies.deployments.change(
        ids.deploymentId,
        { type: 'SwitchOff', ...ids },
        cause,
      );
      if (isRefusal(off)) return off;
    }
    const which = { kind: 'sell', ...(coins && { coins }) } as const;
    const asked = { commandId: request.commandId, now: dependencies.now() };
    return runRebalance(dependencies, jobOf(deployment, which, asked));
  });
