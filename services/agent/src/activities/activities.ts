// All activities of this service.
import type { DeleteActivities } from '../workflows/delete-conversations-contract.ts';
import type { SettleActivities } from '../workflows/settle-replies-contract.ts';
import { deleteActivities } from './delete-conversations.ts';
import { settleActivities } from './settle-replies.ts';

type Parts = Parameters<typeof deleteActivities>[0] & Parameters<typeof settleActivities>[0];

export const activities = (parts: Parts): DeleteActivities & SettleActivities => ({
  ...deleteActivities(parts),
  ...settleActivities(parts),
});
