// All activities of this service's worker.
import type { CreditActivities } from '../workflows/credits-contract.ts';
import { confirmActivities } from './confirm-transfer.ts';
import { expireActivities } from './expire-reservations.ts';
import { reconcileActivities } from './reconcile-payments.ts';

type Parts = Parameters<typeof confirmActivities>[0] &
  Parameters<typeof expireActivities>[0] &
  Parameters<typeof reconcileActivities>[0];

export const activities = (parts: Parts): CreditActivities => ({
  ...confirmActivities(parts),
  ...reconcileActivities(parts),
  ...expireActivities(parts),
});
