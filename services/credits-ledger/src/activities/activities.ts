// All activities of this service's worker.
import type { ConfirmActivities } from '../workflows/confirm-transfer-contract.ts';
import type { ExpireActivities } from '../workflows/expire-reservations-contract.ts';
import type { ReconcileActivities } from '../workflows/reconcile-payments-contract.ts';
import { confirmActivities } from './confirm-transfer.ts';
import { expireActivities } from './expire-reservations.ts';
import { reconcileActivities } from './reconcile-payments.ts';

type Parts = Parameters<typeof confirmActivities>[0] &
  Parameters<typeof expireActivities>[0] &
  Parameters<typeof reconcileActivities>[0];

export const activities = (parts: Parts): ConfirmActivities & ReconcileActivities & ExpireActivities => ({
  ...confirmActivities(parts),
  ...reconcileActivities(parts),
  ...expireActivities(parts),
});
