// Stops all deployments of an account that an operator has locked. Its user resumes them by hand after an unlock.
import { isRefusal, type Refusal, type UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type DeploymentStores, stopEverything } from '../commands/places.ts';

/** Handles one event of an account; only UserLocked matters. */
export const stopWithLock =
  (stores: DeploymentStores) =>
  async ({ event, meta, sequence }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserLocked') return undefined;
    const { userId } = event.data;
    const cause = { commandId: `locked:${userId}:${sequence}`, ...idsCausedBy(meta) };
    const done = await stopEverything(stores, userId, cause, 'account-locked');
    return isRefusal(done) ? done : undefined;
  };
