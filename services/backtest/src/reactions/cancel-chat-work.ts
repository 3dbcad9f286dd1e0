// Cancels the runs and studies of a deleted chat.
import type { WorkspaceEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { cancelChatWork } from '../commands/cancel-chat-work.ts';

/** Handles one event of the workspace stream; only ChatDeleted matters. */
export const cancelWorkOfChat =
  (dependencies: Parameters<typeof cancelChatWork>[0]) =>
  async ({ event }: StoredEvent<WorkspaceEvent>): Promise<void> => {
    if (event.type === 'ChatDeleted') await cancelChatWork(dependencies, event.data);
  };
