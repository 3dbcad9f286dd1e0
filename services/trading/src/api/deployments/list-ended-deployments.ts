// The user's deployments that have ended, the newest end first: what they did stays readable.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { loadDeployment } from '../../deployments/find-deployment.ts';
import { deploymentView } from '../../deployments/views.ts';
import { endedDeploymentsOf } from '../../projections/deployments.ts';
import type { Dependencies } from '../dependencies.ts';

const DEPLOYMENTS_MAX = 100;
/** It never had a place: another one was faster. */
const NEVER_BEGAN = 'refused';

export const listEndedDeployments = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('listEndedDeployments'), async (_input, userId) => {
    const ended = await endedDeploymentsOf(dependencies.deploymentModel, userId, DEPLOYMENTS_MAX);
    const views = await Promise.all(
      ended.map(async ({ _id, endedAt }) => {
        const deployment = await loadDeployment(dependencies, userId, _id);
        if (isRefusal(deployment) || deployment.reason?.code === NEVER_BEGAN) return [];
        const { createdAt } = deployment.created;
        return [{ ...deploymentView(deployment), ended_at: endedAt ?? createdAt }];
      }),
    );
    return answer(views.flat());
  });
