// Keeps exchange keys sealed: those that a user connected, and those of the play accounts behind deployments on paper.

import type { SealedValues } from '@tradeium/service-kit';
import { z } from 'zod';

const keptKeys = z.object({
  keyId: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  isTestnet: z.boolean(),
  connectedAt: z.string(),
  /** The exchange's number of the account; null where it reported none, or was not asked. */
  accountId: z.string().nullable(),
});
export type KeptKeys = z.infer<typeof keptKeys>;

/** Which keys: those of an exchange that were connected under an id, or of a deployment's play account. */
export type KeyOwner =
  | { readonly exchange: string; readonly keyId: string }
  | { readonly playAccount: string };

export type KeyStore = {
  put(userId: string, owner: KeyOwner, keys: KeptKeys): Promise<void>;
  find(userId: string, owner: KeyOwner): Promise<KeptKeys | null>;
  remove(userId: string, owner: KeyOwner): Promise<void>;
  /** Whose keys are stored. */
  owners(userId: string): Promise<KeyOwner[]>;
  storedAt(userId: string, owner: KeyOwner): Promise<Date | null>;
  removeAll(userId: string): Promise<void>;
};

const nameOf = (owner: KeyOwner): string =>
  'exchange' in owner ? `exchange-${owner.exchange}-${owner.keyId}` : `play-${owner.playAccount}`;

const ownerIn = (name: string): KeyOwner | null => {
  const [, exchange, keyId] = /^exchange-(.+)-([0-9a-f-]{36})$/.exec(name) ?? [];
  if (exchange !== undefined && keyId !== undefined) return { exchange, keyId };
  const [, playAccount] = /^play-(.+)$/.exec(name) ?? [];
  return playAccount === undefined ? null : { playAccount };
};

/** How much of a key is shown. */
const PREFIX_LENGTH = 4;
export const prefixOf = ({ apiKey }: Pick<KeptKeys, 'apiKey'>): string =>
  `${apiKey.slice(0, PREFIX_LENGTH)}…`;

/** Keys among sealed values. */
export const openKeyStore = (values: SealedValues): KeyStore => ({
  put: (userId, owner, keys) => values.put(userId, nameOf(owner), JSON.stringify(keys)),
  find: async (userId, owner) => {
    const text = await values.find(userId, nameOf(owner));
    return text === null ? null : keptKeys.parse(JSON.parse(text));
  },
  remove: (userId, owner) => values.remove(userId, nameOf(owner)),
  owners: async (userId) => (await values.names(userId)).map(ownerIn).filter((owner) => owner !== null),
  storedAt: (userId, owner) => values.storedAt(userId, nameOf(owner)),
  removeAll: values.removeAll,
});
