// Removes code and keys that are no longer needed.
import type { DeploymentEvent, TraderEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import {
  type KeysInQuestion,
  type Removing,
  removeAfterEnd,
  removeUnneededKeys,
} from '../commands/remove-unneeded.ts';

/** Handles the end of a deployment. */
export const removeLeftBehind =
  (stores: Removing) =>
  async ({ event }: StoredEvent<DeploymentEvent>): Promise<void> =>
    removeAfterEnd(stores, event.data);

/** The keys that an event may leave without use. */
const keysIn = ({ data }: DeploymentEvent | TraderEvent): KeysInQuestion | null => {
  if ('deploymentId' in data) return { deploymentId: data.deploymentId };
  return 'exchange' in data ? { exchange: data.exchange } : null;
};

/** Handles what ends the need of keys: others that replace them, and the last that an ended deployment did. */
export const removeLeftKeys =
  (stores: Removing) =>
  async ({ event }: StoredEvent<DeploymentEvent | TraderEvent>): Promise<void> => {
    const keys = keysIn(event);
    if (keys) await removeUnneededKeys(stores, event.data.userId, keys);
  };
