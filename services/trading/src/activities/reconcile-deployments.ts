// Compares what every deployment holds with its events, one after the other, and notes what it is worth.
import { type Refusal, refusalText } from '@tradeium/contracts';
import { changeNotices, type NoticeStore } from '../commands/change-notices.ts';
import type { CreatedDeployment } from '../deployments/views.ts';
import { isAboutKeys } from '../domain/notice-of-event.ts';
import { reconcile } from '../rebalances/reconcile.ts';
import type { ReconcileActivities } from '../workflows/reconcile-contract.ts';
import { eachLiving, type LivingParts } from './each-living.ts';
import type { RebalanceParts } from './run-rebalance.ts';
import { beat, withAccount } from './while-beating.ts';

const HOUR_MS = 3_600_000;

type Parts = RebalanceParts & LivingParts & { readonly notices: NoticeStore };

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
  await changeNotices(parts, { type: 'RaiseNotice', userId, ...notice }, ids);
};

/** A rebalance under way reconciles by itself. */
const reconcileOne = async (parts: Parts, { created, open }: CreatedDeployment): Promise<boolean> => {
  const { userId, deploymentId } = created;
  if (open) return true;
  const hour = Math.floor(parts.now().getTime() / HOUR_MS);
  const deps = {
    ...parts,
    patienceMs: 0,
    goneAfterMs: parts.config.ORDER_GONE_AFTER_MS,
    onWait: beat,
    cause: `${deploymentId}-${hour}`,
  };
  const reconciled = await withAccount(parts, created, (account) =>
    reconcile(deps, account, { userId, deploymentId }),
  );
  if (reconciled !== null && 'refused' in reconciled) {
    await noticeRefusedKeys(parts, created, reconciled);
    throw new Error(reconciled.refused);
  }
  return true;
};

export const reconcileActivities = (parts: Parts): ReconcileActivities => ({
  reconcileDeployments: async () => {
    const { done, failed } = await eachLiving(parts, 'a deployment could not be reconciled', (deployment) =>
      reconcileOne(parts, deployment),
    );
    return { looked: done + failed, failed };
  },
});
