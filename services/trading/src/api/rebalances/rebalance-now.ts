// Rebalances a deployment at its user's request.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import { notTrading } from '../../domain/trading-refusal.ts';
import type { Dependencies } from '../dependencies.ts';
import { jobOf, runRebalance } from './await-rebalance.ts';

export const rebalanceNow = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('rebalanceNow'), async ({ id }, userId, { commandId }) => {
    const deployment = await deploymentOf(dependencies, userId, id);
    if (isRefusal(deployment)) return deployment;
    const refusal = notTrading(deployment);
    if (refusal) return refusal;
    const asked = { commandId, now: dependencies.now() };
    return runRebalance(dependencies, jobOf(deployment, { kind: 'manual' }, asked));
  });
