// Deletes the conversations of a deleted chat, or of a deleted user.
import type { UserEvent, WorkspaceEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type Deleting, deleteConversations } from '../commands/delete-conversations.ts';
import type { Gone } from '../workflows/delete-conversations-contract.ts';

/** The chats that an event deletes, and the id of what it is about. */
const goneWith = ({ type, data }: WorkspaceEvent): readonly [Gone, string] | null => {
  if (type === 'ChatDeleted') return [{ chatIds: [data.chatId] }, data.chatId];
  return type === 'WorkspaceErased' ? [{ chatIds: data.chatIds }, data.userId] : null;
};

/** Handles one event of a workspace. */
export const deleteWithChats =
  (dependencies: Deleting) =>
  async ({ event, meta, sequence }: StoredEvent<WorkspaceEvent>): Promise<void> => {
    const found = goneWith(event);
    if (!found) return;
    const [gone, id] = found;
    await deleteConversations(dependencies, gone, `${id}-${sequence}`, idsCausedBy(meta));
  };

/** Handles one event of an account. */
export const deleteWithUser =
  (dependencies: Deleting) =>
  async ({ event: { type, data }, meta, sequence }: StoredEvent<UserEvent>): Promise<void> => {
    if (type !== 'UserDeleted') return;
    const { userId } = data;
    await deleteConversations(dependencies, { userId }, `${userId}-${sequence}`, idsCausedBy(meta));
  };
