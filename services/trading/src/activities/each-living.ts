// Visits deployments that may trade or wait to, or that left an order in doubt, one by one; a failing one does not hold up the others.
import { cancellationSignal } from '@temporalio/activity';
import { isRefusal } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import { beat } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { loadDeployment } from '../deployments/find-deployment.ts';
import type { CreatedDeployment } from '../domain/deployment-state.ts';
import { type DeploymentModel, deploymentsAfter, type Living } from '../projections/deployments.ts';

const PAGE = 100;

export type LivingParts = {
  readonly deployments: Stores['deployments'];
  readonly deploymentModel: DeploymentModel;
  readonly log: Log;
};

/** `done`: how often `work` answered true. `failure`: what the log says about one that cannot be read or throws. */
export const eachLiving = async (
  parts: LivingParts,
  failure: string,
  work: (deployment: CreatedDeployment) => Promise<boolean>,
  range?: Living,
): Promise<{ readonly done: number; readonly failed: number }> => {
  let [done, failed, after] = [0, 0, ''];
  for (;;) {
    const page = await deploymentsAfter(parts.deploymentModel, after, PAGE, range);
    for (const { _id: deploymentId, userId } of page) {
      beat();
      try {
        // In here, too: events that cannot be read are those of one deployment.
        const deployment = await loadDeployment(parts, userId, deploymentId);
        if (!isRefusal(deployment) && (await work(deployment))) done += 1;
      } catch (err) {
        cancellationSignal().throwIfAborted();
        failed += 1;
        parts.log.warn({ err, deploymentId }, failure);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return { done, failed };
    after = last._id;
  }
};
