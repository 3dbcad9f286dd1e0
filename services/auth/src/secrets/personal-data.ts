// Keeps every user's own data key, under which the personal fields of events are sealed: without it nobody reads them.
import { randomBytes } from 'node:crypto';
import { openBucket } from '@tradeium/event-store';
import { LRUCache } from 'lru-cache';
import type { KV, NatsConnection } from 'nats';
import { derivedKey } from './derived-key.ts';
import { seal, unseal } from './sealing.ts';

export type PersonalField = 'email' | 'username' | 'password' | 'device';

export type PersonalKey = {
  seal(field: PersonalField, text: string): string;
  unseal(field: PersonalField, sealed: string): string;
};

export type PersonalData = {
  /** The user's key, which is made at the first call; rejects when it was destroyed. */
  ensureKey(userId: string): Promise<PersonalKey>;
  /** The user's key, or null when there is none or it was destroyed. */
  keyOf(userId: string): Promise<PersonalKey | null>;
  /** Overwrites the user's key on the disk, and sees to it that none is made for him again. */
  destroy(userId: string): Promise<void>;
};

const BUCKET = 'USER_KEYS';
const KEY_BYTES = 32;
const KEYS_CACHED = 10_000;
/** How long a destroyed key may still be known to a process that did not hear of it. */
const CACHE_MS = 60_000;
/** Takes the place of a key that was destroyed. */
const DESTROYED = 'destroyed';

const personalKey = (userId: string, key: Buffer): PersonalKey => ({
  seal: (field, text) => seal(key, `${userId}.${field}`, Buffer.from(text)),
  unseal: (field, sealed) => unseal(key, `${userId}.${field}`, sealed).toString(),
});

/** Opens the keys in the NATS bucket `USER_KEYS`, each wrapped by a key made from `masterKey`. */
export const openPersonalData = async (nc: NatsConnection, masterKey: string): Promise<PersonalData> => {
  const wrappingKey = derivedKey(masterKey, 'user-keys');
  const bucket: KV = await openBucket(nc, BUCKET);
  const cache = new LRUCache<string, PersonalKey>({ max: KEYS_CACHED, ttl: CACHE_MS });

  const keyOf = async (userId: string): Promise<PersonalKey | null> => {
    const cached = cache.get(userId);
    if (cached) return cached;
    const entry = await bucket.get(userId);
    if (entry?.operation !== 'PUT' || entry.string() === DESTROYED) return null;
    const key = personalKey(userId, unseal(wrappingKey, userId, entry.string()));
    cache.set(userId, key);
    return key;
  };

  // What is written to a bucket passes by as a message: so a key that another process destroys is forgotten here too.
  const prefix = `$KV.${BUCKET}.`;
  nc.subscribe(`${prefix}*`, {
    callback: (error, msg) => (error ? cache.clear() : cache.delete(msg.subject.slice(prefix.length))),
  });

  return {
    keyOf,
    ensureKey: async (userId) => {
      const existing = await keyOf(userId);
      if (existing) return existing;
      const wrapped = seal(wrappingKey, userId, randomBytes(KEY_BYTES));
      // Refused when somebody else was first: then his key is the one.
      const refusal = await bucket.create(userId, wrapped).then(
        () => null,
        (cause: unknown) => cause,
      );
      const key = await keyOf(userId);
      if (!key) throw refusal ?? new Error(`the key of user ${userId} was not kept`);
      return key;
    },
    destroy: async (userId) => {
      const entry = await bucket.get(userId);
      if (entry?.string() !== DESTROYED) {
        // Erased where it lies before anything takes its place: a message that is only replaced stays on the disk.
        const manager = await nc.jetstreamManager({ checkAPI: false });
        if (entry) await manager.streams.deleteMessage(`KV_${BUCKET}`, entry.revision, true);
        await bucket.put(userId, DESTROYED);
      }
      cache.delete(userId);
    },
  };
};
