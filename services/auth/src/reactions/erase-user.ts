// Erases the rest of a deleted user.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { idsCausedBy } from '@tradeium/event-store';
import { eraseUser as erase } from '../commands/erase-user.ts';

export const eraseUser =
  (parts: Parameters<typeof erase>[0]) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserDeleted') return undefined;
    const { userId } = event.data;
    return erase(parts, userId, { commandId: `release:${userId}`, ...idsCausedBy(meta) });
  };
