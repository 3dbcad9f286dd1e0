// Starts the workflow that deletes the conversations of a deleted chat, or of a deleted user.
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { SERVICES, type UserEvent, type WorkspaceEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { DELETE_CONVERSATIONS, type Gone } from '../workflows/delete-contract.ts';

/** Loaded with the first deletion. */
type Deps = { readonly temporal: () => Promise<Pick<Client, 'workflow'>> };

/** A second delivery of the event finds the workflow. */
const start = async (
  { temporal }: Deps,
  gone: Gone,
  id: string,
  { sequence, meta }: Pick<StoredEvent<unknown>, 'sequence' | 'meta'>,
): Promise<void> => {
  const { workflow } = await temporal();
  try {
    await workflow.start(DELETE_CONVERSATIONS, {
      workflowId: `delete-conversations-${id}-${sequence}`,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      taskQueue: SERVICES.agent.context,
      args: [gone, idsCausedBy(meta)],
    });
  } catch (cause) {
    if (!(cause instanceof WorkflowExecutionAlreadyStartedError)) throw cause;
  }
};

/** Handles one event of a workspace. */
export const deleteWithChats =
  (deps: Deps) =>
  async (stored: StoredEvent<WorkspaceEvent>): Promise<void> => {
    const { type, data } = stored.event;
    if (type === 'ChatDeleted') await start(deps, { chatIds: [data.chatId] }, data.chatId, stored);
    if (type === 'WorkspaceErased') await start(deps, { chatIds: data.chatIds }, data.userId, stored);
  };

/** Handles one event of an account. */
export const deleteWithUser =
  (deps: Deps) =>
  async (stored: StoredEvent<UserEvent>): Promise<void> => {
    const { type, data } = stored.event;
    if (type === 'UserDeleted') await start(deps, { userId: data.userId }, data.userId, stored);
  };
