// Removes exchange keys from their store, once the events of their trader no longer name them.
import type { KeyOwner, KeyStore } from '../sealed/kept-keys.ts';

/** Safe to repeat. Keys that take their place have an id of their own, and stay. */
export const removeStoredKeys = (
  { keyStore }: { readonly keyStore: Pick<KeyStore, 'remove'> },
  userId: string,
  keys: Extract<KeyOwner, { exchange: string }>,
): Promise<void> => keyStore.remove(userId, keys);
