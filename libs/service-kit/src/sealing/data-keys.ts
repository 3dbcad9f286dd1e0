// Keeps one data key per subject (a user): destroying it makes everything sealed with it unreadable.
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { NatsConnection } from 'nats';
import { derivedKey } from './derived-key.ts';
import { openKeyBucket } from './key-bucket.ts';
import { type MasterSecrets, openMasterKeys } from './master-keys.ts';
import { seal, sealingKey, unseal } from './sealed-text.ts';

/** Seals texts of one subject. A sealed text opens only for its own subject and field. */
export type DataKey<Field extends string = string> = {
  seal(field: Field, text: string): string;
  unseal(field: Field, sealed: string): string;
  /** A hash that cannot be computed without the key (HMAC-SHA-256, base64url). */
  digest(text: string): string;
  /** Seals files of the subject. */
  readonly files: Buffer;
};

/** The subject's key is gone: nothing that it sealed can be read any more, nor anything new be sealed. */
export class KeyDestroyed extends Error {
  readonly subject: string;
  constructor(subject: string) {
    super(`the data key of ${subject} is destroyed: its files cannot be read any more`);
    this.subject = subject;
  }
}

export type DataKeys<Field extends string = string> = {
  /** The subject's key, created at the first call; rejects once it is destroyed. */
  ensure(subject: string): Promise<DataKey<Field>>;
  /** The subject's key; null when there is none or it is destroyed. */
  find(subject: string): Promise<DataKey<Field> | null>;
  /**
   * The key to what was sealed with it; null once it is destroyed. Rejects when it is missing: then the bucket has to be
   * restored, and nothing must be taken for deleted.
   */
  open(subject: string): Promise<DataKey<Field> | null>;
  /** Overwrites the subject's key on the disk; the subject never gets another one. */
  destroy(subject: string): Promise<void>;
  /**
   * Wraps every key with the newest master key, so that the previous ones can be deleted; returns how many were
   * wrapped with a previous one. Safe to repeat and to interrupt.
   */
  rewrap(): Promise<number>;
};

const KEY_BYTES = 32;
/** All keys are the same size, so this bounds the memory too: about 5 MiB. */
const KEYS_CACHED = 10_000;
/** How long a process that missed the change may still use a destroyed key. */
const CACHE_MS = 60_000;

/** The key of one subject, from its bytes. */
export const dataKey = (subject: string, bytes: Buffer): DataKey => {
  const key = sealingKey(bytes);
  const digests = derivedKey(bytes, 'digests');
  return {
    seal: (field, text) => seal(key, [subject, field], Buffer.from(text)),
    unseal: (field, sealed) => unseal([key], [subject, field], sealed).toString(),
    digest: (text) => createHmac('sha256', digests).update(text).digest('base64url'),
    files: derivedKey(bytes, 'files'),
  };
};

/** Throws when the newest data key was wrapped with another master key, before a wrong one wraps anything. */
export const assertMasterKey = async (nc: NatsConnection, masterSecrets: MasterSecrets): Promise<void> => {
  const newest = await (await openKeyBucket(nc)).newest();
  if (newest !== null && !openMasterKeys(masterSecrets).isKnown(newest))
    throw new Error(
      'another MASTER_KEY has wrapped the keys of users: set that one, or name it in MASTER_KEY_PREVIOUS',
    );
};

/** Opens the data keys in the bucket `USER_KEYS`, each wrapped with one of the master keys. */
export const openDataKeys = async <Field extends string = string>(
  nc: NatsConnection,
  masterSecrets: MasterSecrets,
): Promise<DataKeys<Field>> => {
  const masterKeys = openMasterKeys(masterSecrets);
  const bucket = await openKeyBucket(nc);
  const cache = new LRUCache<string, DataKey<Field>>({ max: KEYS_CACHED, ttl: CACHE_MS });
  bucket.onChange((subject) => (subject === null ? cache.clear() : cache.delete(subject)));

  const find = async (subject: string): Promise<DataKey<Field> | null> => {
    const cached = cache.get(subject);
    if (cached) return cached;
    const wrapped = await bucket.find(subject);
    if (wrapped === null) return null;
    const key = dataKey(subject, masterKeys.unwrap(subject, wrapped));
    cache.set(subject, key);
    return key;
  };

  return {
    find,
    open: async (subject) => {
      const key = await find(subject);
      if (!key && !(await bucket.isDestroyed(subject)))
        throw new Error(
          `the data key of ${subject} is missing from the bucket USER_KEYS, and was not destroyed`,
        );
      return key;
    },
    ensure: async (subject) => {
      const existing = await find(subject);
      if (existing) return existing;
      // Rejected when another process was first: then its key counts.
      const refusal = await bucket.create(subject, masterKeys.wrap(subject, randomBytes(KEY_BYTES))).then(
        () => null,
        (cause: unknown) => cause,
      );
      const key = await find(subject);
      if (key) return key;
      if (await bucket.isDestroyed(subject)) throw new KeyDestroyed(subject);
      throw refusal ?? new Error(`the data key of ${subject} was not kept`);
    },
    destroy: async (subject) => {
      await bucket.destroy(subject);
      cache.delete(subject);
    },
    rewrap: async () => {
      let rewrapped = 0;
      for (const subject of await bucket.subjects()) {
        const isReplaced = await bucket.replace(subject, (wrapped) =>
          masterKeys.isCurrent(wrapped)
            ? null
            : masterKeys.wrap(subject, masterKeys.unwrap(subject, wrapped)),
        );
        if (isReplaced) rewrapped += 1;
      }
      return rewrapped;
    },
  };
};
