// Removes the code and keys that a deployment leaves behind.
import type { DeploymentEvent, TraderEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { type Removing, removeUnneeded } from '../commands/remove-unneeded.ts';

/** Handles the end of a deployment, and the moment in which its trader knows that no order of it is in doubt. */
export const removeLeftBehind =
  (stores: Removing) =>
  async ({ event }: StoredEvent<DeploymentEvent | TraderEvent>): Promise<void> =>
    removeUnneeded(stores, event.data.userId);
