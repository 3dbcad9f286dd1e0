// Removes exchange keys that others have taken the place of, and those that their user has removed.
import type { TraderEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { removeStoredKeys } from '../commands/remove-stored-keys.ts';

/** Handles the events of a trader. */
export const removeReplacedKeys =
  (stores: Parameters<typeof removeStoredKeys>[0]) =>
  async ({ event: { type, data } }: StoredEvent<TraderEvent>): Promise<void> => {
    if (type !== 'KeysConnected' && type !== 'KeysRemoved') return;
    const { userId, exchange } = data;
    const keyId = type === 'KeysConnected' ? data.replaces : data.keyId;
    if (keyId !== null) await removeStoredKeys(stores, userId, { exchange, keyId });
  };
