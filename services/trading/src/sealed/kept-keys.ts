// Keeps exchange keys sealed: those that a user connected, and those of the play accounts behind deployments on paper.
import { z } from 'zod';
import type { SealedValues } from './sealed-values.ts';

const keptKeys = z.object({
  keyId: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  isTestnet: z.boolean(),
  connectedAt: z.string(),
  /** The exchange's number of the account; null where it reported none, or was not asked. */
  accountId: z.string().nullable().default(null),
});
export type KeptKeys = z.infer<typeof keptKeys>;

/** Whose keys: of an exchange, or of a deployment's play account. */
export type KeyOwner = { readonly exchange: string } | { readonly playAccount: string };

export type KeyStore = {
  put(userId: string, owner: KeyOwner, keys: KeptKeys): Promise<void>;
  find(userId: string, owner: KeyOwner): Promise<KeptKeys | null>;
  remove(userId: string, owner: KeyOwner): Promise<void>;
  removeAll(userId: string): Promise<void>;
};

const nameOf = (owner: KeyOwner): string =>
  'exchange' in owner ? `exchange-${owner.exchange}` : `play-${owner.playAccount}`;

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
  removeAll: values.removeAll,
});
