// The rebalances of a chat's deployment, newest first.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import { rebalancesOf } from '../../projections/history.ts';
import type { Dependencies } from '../dependencies.ts';
import { rebalanceView } from './activity-view.ts';

const REBALANCES_MAX = 100;

export const listRebalances = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('listRebalances'), async ({ id }, userId) => {
    const deployment = await deploymentOf(dependencies, userId, id);
    if (isRefusal(deployment)) return deployment;
    const { deploymentId } = deployment.created;
    const rebalances = await rebalancesOf(dependencies.historyModel, deploymentId, REBALANCES_MAX);
    return answer(rebalances.flatMap((each) => rebalanceView(each) ?? []));
  });
