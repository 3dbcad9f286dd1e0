// Compares what every deployment holds with its events, one after the other, notes what it is worth, and repairs its schedule.
import { isRefusal, type Refusal, refusalText } from '@tradeium/contracts';
import { beat } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { repairSchedule, type Scheduling } from '../commands/keep-schedule.ts';
import { closePlace } from '../commands/places.ts';
import type { CreatedDeployment } from '../domain/deployment-state.ts';
import { isAboutKeys } from '../domain/notice-of-event.ts';
import { lookUpOrders } from '../rebalances/look-up-order.ts';
import { reconcile } from '../rebalances/reconcile.ts';
import type { ReconcileActivities } from '../workflows/reconcile-deployments-contract.ts';
import { eachLiving, type LivingParts } from './each-living.ts';
import type { RebalanceParts } from './run-rebalance.ts';
import { withAccount } from './with-account.ts';

const HOUR_MS = 3_600_000;

type Parts = RebalanceParts & LivingParts & Scheduling & Pick<Stores, 'notices'>;

/** Nothing changes in the deployment, whose user hears about it once a day. */
const noticeRefusedKeys = async (
  parts: Parts,
  { userId, deploymentId }: CreatedDeployment['created'],
  refusal: Refusal,
): Promise<void> => {
  if (!isAboutKeys(refusal.refused)) return;
  const day = parts.now().toISOString().slice(0, 10);
  const noticeId = `keys-${deploymentId}-${day}`;
  const notice = { noticeId, kind: 'keys_refused', deploymentId, detail: refusalText(refusal) } as const;
  const ids = { commandId: `notice:${noticeId}`, correlationId: deploymentId };
  await parts.notices.change(userId, { type: 'RaiseNotice', userId, ...notice }, ids);
};

/** Its order is looked up, so that its keys and its place become free; the account no longer matters to it. */
const settleOne = async (parts: Parts, deployment: CreatedDeployment): Promise<boolean> => {
  const { created, open } = deployment;
  const { userId, deploymentId } = created;
  const ids = { userId, deploymentId };
  if (open) return true;
  const isKnown = await withAccount(parts, created, (account) =>
    lookUpOrders(lookingUp(parts), account, deployment),
  );
  if (isRefusal(isKnown)) throw new Error(isKnown.refused);
  const { state } = await parts.deployments.load(deploymentId);
  const cause = `settled-${deploymentId}-${state.stops}`;
  const refusal = await closePlace(parts, ids, state, { commandId: cause, correlationId: cause });
  if (refusal) throw new Error(refusal.refused);
  return isKnown;
};

const lookingUp = (parts: Parts) => ({
  ...parts,
  patienceMs: 0,
  goneAfterMs: parts.config.ORDER_GONE_AFTER_MS,
  onWait: beat,
});

/** A rebalance under way reconciles by itself. */
const reconcileOne = async (parts: Parts, deployment: CreatedDeployment): Promise<boolean> => {
  const { created, open } = deployment;
  if (open) return true;
  const hour = Math.floor(parts.now().getTime() / HOUR_MS);
  const dependencies = { ...lookingUp(parts), cause: `${created.deploymentId}-${hour}` };
  const reconciled = await withAccount(parts, created, (account) =>
    reconcile(dependencies, account, deployment),
  );
  if (isRefusal(reconciled)) {
    await noticeRefusedKeys(parts, created, reconciled);
    throw new Error(reconciled.refused);
  }
  return true;
};

const repairOne = async (parts: Parts, deployment: CreatedDeployment): Promise<boolean> => {
  const isRepaired = await repairSchedule(parts, deployment);
  const { deploymentId } = deployment.created;
  if (isRepaired)
    parts.log.warn({ deploymentId }, 'a schedule was paused, lost or of an older kind, and is set again');
  return isRepaired;
};

export const reconcileActivities = (parts: Parts): ReconcileActivities => ({
  reconcileDeployments: async () => {
    // First, as it is quick: the accounts take their time, and a bar may close meanwhile.
    const schedules = await eachLiving(parts, 'a schedule could not be repaired', (deployment) =>
      repairOne(parts, deployment),
    );
    const { done, failed } = await eachLiving(parts, 'a deployment could not be reconciled', (deployment) =>
      reconcileOne(parts, deployment),
    );
    const left = await eachLiving(
      parts,
      'an order in doubt could not be looked up',
      (deployment) => settleOne(parts, deployment),
      'in-doubt',
    );
    return {
      looked: done + failed + left.done + left.failed,
      failed: failed + left.failed,
      schedules: { repaired: schedules.done, failed: schedules.failed },
    };
  },
});
