// Erases the trading of a deleted account.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type Erasing, eraseTrader } from '../commands/erase-trader.ts';

/** Handles one event of an account; only UserDeleted matters. */
export const eraseWithUser =
  (dependencies: Erasing) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserDeleted') return undefined;
    const { userId } = event.data;
    return eraseTrader(dependencies, userId, { commandId: `erase:${userId}`, ...idsCausedBy(meta) });
  };
