// Finds the keys that a user has connected: those that the trader's events name, whatever else is stored.
import type { Stores } from '../aggregates.ts';
import { keysOf } from '../domain/trader.ts';
import type { KeptKeys, KeyStore } from '../sealed/kept-keys.ts';

export type ConnectedKeys = { readonly traders: Stores['traders']; readonly keyStore: KeyStore };

/** Null when none are connected. Keys that are replaced at this moment are looked for once more. */
export const connectedKeys = async (
  { traders, keyStore }: ConnectedKeys,
  userId: string,
  exchange: string,
): Promise<KeptKeys | null> => {
  let missing: string | undefined;
  for (;;) {
    const keyId = keysOf((await traders.load(userId)).state, exchange)?.keyId;
    if (keyId === undefined || keyId === missing) return null;
    const found = await keyStore.find(userId, { exchange, keyId });
    if (found) return found;
    missing = keyId;
  }
};
