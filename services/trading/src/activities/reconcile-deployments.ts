// Compares what every deployment holds with its events, one after the other, and notes what it is worth.
import { isRefusal } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import { loadDeployment } from '../deployments/find-deployment.ts';
import { type DeploymentModel, livingAfter } from '../projections/deployments.ts';
import { reconcile } from '../rebalances/reconcile.ts';
import type { ReconcileActivities } from '../workflows/reconcile-contract.ts';
import type { RebalanceParts } from './run-rebalance.ts';
import { beat, withAccount } from './while-beating.ts';

const PAGE = 100;
const HOUR_MS = 3_600_000;

type Parts = RebalanceParts & { readonly deploymentModel: DeploymentModel; readonly log: Log };

/** A rebalance under way reconciles by itself. */
const reconcileOne = async (parts: Parts, userId: string, deploymentId: string): Promise<void> => {
  const deployment = await loadDeployment(parts, userId, deploymentId);
  if (isRefusal(deployment) || deployment.open) return;
  const hour = Math.floor(parts.now().getTime() / HOUR_MS);
  const deps = {
    ...parts,
    patienceMs: 0,
    goneAfterMs: parts.config.ORDER_GONE_AFTER_MS,
    onWait: beat,
    cause: `${deploymentId}-${hour}`,
  };
  const reconciled = await withAccount(parts, deployment.created, (account) =>
    reconcile(deps, account, { userId, deploymentId }),
  );
  if (reconciled !== null && 'refused' in reconciled) throw new Error(reconciled.refused);
};

export const reconcileActivities = (parts: Parts): ReconcileActivities => ({
  reconcileDeployments: async () => {
    let [looked, failed, after] = [0, 0, ''];
    for (;;) {
      const page = await livingAfter(parts.deploymentModel, after, PAGE);
      for (const { _id: deploymentId, userId } of page) {
        beat();
        looked += 1;
        await reconcileOne(parts, userId, deploymentId).catch((err: unknown) => {
          failed += 1;
          parts.log.warn({ err, deploymentId }, 'a deployment could not be reconciled');
        });
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return { looked, failed };
      after = last._id;
    }
  },
});
