// Starts the workflow that deletes the conversations of deleted chats, or of a deleted user.
import type { Client } from '@temporalio/client';
import { startOnce } from '@tradeium/service-kit';
import { type Cause, DELETE_CONVERSATIONS, type Gone } from '../workflows/delete-conversations-contract.ts';

/** Loaded with the first deletion. */
export type Deleting = { readonly temporal: () => Promise<Pick<Client, 'workflow'>> };

/** `place` names what was deleted, and when. */
export const deleteConversations = async (
  { temporal }: Deleting,
  gone: Gone,
  place: string,
  cause: Cause,
): Promise<void> => {
  const { workflow } = await temporal();
  const workflowId = DELETE_CONVERSATIONS.workflowIdOf(place);
  await startOnce(workflow, DELETE_CONVERSATIONS, { workflowId, args: [gone, cause] });
};
