// The contract between the workflow that deletes conversations and its activity.
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';

/** The chats that are gone, or the user. */
export type Gone = { readonly chatIds: readonly string[] } | { readonly userId: string };

/** The event that it follows from. */
export type Cause = { readonly correlationId: string; readonly causationId: string };

/** Safe to repeat. */
export type DeleteActivities = {
  /** Ends the replies that are being written in these conversations, and deletes all of them. */
  deleteConversations(gone: Gone, cause: Cause): Promise<void>;
};

/** One for each deletion: `place` names what was deleted, and when. */
export const DELETE_CONVERSATIONS: WorkflowContract<[gone: Gone, cause: Cause], [place: string]> = {
  service: 'agent',
  workflowType: 'deleteConversations',
  workflowIdOf: (place) => `delete-conversations-${place}`,
};
