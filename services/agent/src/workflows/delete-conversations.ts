// Deletes the conversations of deleted chats or of a deleted user, however long the database is down.
import { proxyActivities } from '@temporalio/workflow';
import type { Cause, DeleteActivities, Gone } from './delete-conversations-contract.ts';

const activities = proxyActivities<DeleteActivities>({
  startToCloseTimeout: '30 min',
  heartbeatTimeout: '30 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '1 min' },
});

export const deleteConversations = async (gone: Gone, cause: Cause): Promise<void> =>
  activities.deleteConversations(gone, cause);
