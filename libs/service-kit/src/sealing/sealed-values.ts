// Keeps small values of users in a bucket, sealed with the key of their user.
import { bucketOnUse } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import type { DataKeys } from './data-keys.ts';

export type SealedValues = {
  put(userId: string, name: string, text: string): Promise<void>;
  /** Rejects when there is one. */
  create(userId: string, name: string, text: string): Promise<void>;
  /** Null when there is none, or when its user's key is destroyed. */
  find(userId: string, name: string): Promise<string | null>;
  remove(userId: string, name: string): Promise<void>;
  /** The names of all values of a user. */
  names(userId: string): Promise<string[]>;
  /** When a value was stored; null when there is none. */
  storedAt(userId: string, name: string): Promise<Date | null>;
  /** Removes everything of a user. */
  removeAll(userId: string): Promise<void>;
};

type BucketName = Parameters<typeof bucketOnUse>[1];

/** A text opens only in the bucket, for the user and under the name that it was sealed for. */
const valuePlaceOf = (bucket: BucketName, name: string): string => `${bucket}:${name}`;

/** Opens a bucket at its first use. */
export const openSealedValues = (nc: NatsConnection, bucket: BucketName, keys: DataKeys): SealedValues => {
  const values = bucketOnUse(nc, bucket);
  const names = async (userId: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const key of await (await values()).keys(`${userId}.>`)) found.push(key);
    return found.map((key) => key.slice(userId.length + 1));
  };
  const sealed = async (userId: string, name: string, text: string) =>
    (await keys.ensure(userId)).seal(valuePlaceOf(bucket, name), text);
  return {
    put: async (userId, name, text) => {
      const value = await sealed(userId, name, text);
      await (await values()).put(`${userId}.${name}`, value);
    },
    create: async (userId, name, text) => {
      const value = await sealed(userId, name, text);
      await (await values()).create(`${userId}.${name}`, value);
    },
    find: async (userId, name) => {
      const entry = await (await values()).get(`${userId}.${name}`);
      const key = await keys.find(userId);
      if (!key || entry?.operation !== 'PUT') return null;
      return key.unseal(valuePlaceOf(bucket, name), entry.string());
    },
    remove: async (userId, name) => (await values()).delete(`${userId}.${name}`),
    names,
    storedAt: async (userId, name) => {
      const entry = await (await values()).get(`${userId}.${name}`);
      return entry?.operation === 'PUT' ? entry.created : null;
    },
    removeAll: async (userId) => {
      const kv = await values();
      for (const name of await names(userId)) await kv.delete(`${userId}.${name}`);
    },
  };
};
