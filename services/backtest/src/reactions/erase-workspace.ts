// Erases a deleted account's data here.
import type { UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { startErasing } from '../commands/start-erasing.ts';

/** Handles one event of the auth stream; only UserDeleted matters. */
export const eraseWorkspace =
  (dependencies: Parameters<typeof startErasing>[0]) =>
  async ({ event }: StoredEvent<UserEvent>): Promise<void> => {
    if (event.type === 'UserDeleted') await startErasing(dependencies, event.data.userId);
  };
