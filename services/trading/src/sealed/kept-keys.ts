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

/** Which keys: those of an exchange that were connected under an id, or of a deployment's play account. */
export type KeyOwner =
  | { readonly exchange: string; readonly keyId: string }
  | { readonly playAccount: string };

export type KeyStore = {
  put(userId: string, owner: KeyOwner, keys: KeptKeys): Promise<void>;
  find(userId: string, owner: KeyOwner): Promise<KeptKeys | null>;
  remove(userId: string, owner: KeyOwner): Promise<void>;
  /** Whose keys are stored, also those from before each had its own name. */
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

/** Where keys of an exchange were stored before each had its own name. */
const olderNameOf = (owner: KeyOwner): string | null =>
  'exchange' in owner ? `exchange-${owner.exchange}` : null;

const exchangeInOlder = (name: string): string | undefined => /^exchange-(.+)$/.exec(name)?.[1];

/** How much of a key is shown. */
const PREFIX_LENGTH = 4;
export const prefixOf = ({ apiKey }: Pick<KeptKeys, 'apiKey'>): string =>
  `${apiKey.slice(0, PREFIX_LENGTH)}…`;

/** Keys among sealed values. */
export const openKeyStore = (values: SealedValues): KeyStore => {
  const read = async (userId: string, name: string): Promise<KeptKeys | null> => {
    const text = await values.find(userId, name);
    return text === null ? null : keptKeys.parse(JSON.parse(text));
  };
  const findOlder = async (userId: string, owner: KeyOwner): Promise<KeptKeys | null> => {
    const name = olderNameOf(owner);
    const older = name && (await read(userId, name));
    return older && 'exchange' in owner && older.keyId === owner.keyId ? older : null;
  };
  const ownerOf = async (userId: string, name: string): Promise<KeyOwner | null> => {
    const owner = ownerIn(name);
    const exchange = owner ? undefined : exchangeInOlder(name);
    const older = exchange === undefined ? null : await read(userId, name);
    return exchange !== undefined && older ? { exchange, keyId: older.keyId } : owner;
  };
  return {
    put: (userId, owner, keys) => values.put(userId, nameOf(owner), JSON.stringify(keys)),
    find: async (userId, owner) => (await read(userId, nameOf(owner))) ?? findOlder(userId, owner),
    remove: async (userId, owner) => {
      await values.remove(userId, nameOf(owner));
      const name = olderNameOf(owner);
      if (name && (await findOlder(userId, owner))) await values.remove(userId, name);
    },
    owners: async (userId) => {
      const names = await values.names(userId);
      const owners = await Promise.all(names.map((name) => ownerOf(userId, name)));
      return owners.filter((owner) => owner !== null);
    },
    storedAt: async (userId, owner) => {
      const at = await values.storedAt(userId, nameOf(owner));
      const name = olderNameOf(owner);
      if (at !== null || name === null || !(await findOlder(userId, owner))) return at;
      return values.storedAt(userId, name);
    },
    removeAll: values.removeAll,
  };
};
