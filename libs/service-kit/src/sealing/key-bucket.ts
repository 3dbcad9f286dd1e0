// Keeps wrapped data keys in a NATS bucket; a destroyed key is overwritten there, on the disk too.
import { listen, openBucket } from '@tradeium/event-store';
import { type JetStreamManager, type KV, type KvEntry, type NatsConnection, NatsError } from 'nats';

export type KeyBucket = {
  /** The subject's wrapped key; null when there is none or it is destroyed. */
  find(subject: string): Promise<string | null>;
  /** The wrapped key that was written last; null when there is none, or when what was written last destroyed one. */
  newest(): Promise<string | null>;
  /** True if the subject's key was destroyed, and not merely lost. */
  isDestroyed(subject: string): Promise<boolean>;
  /** Stores a new subject's wrapped key; rejects when the subject has one, or had one that is destroyed. */
  create(subject: string, wrapped: string): Promise<void>;
  /** Overwrites the subject's key and blocks creating another. */
  destroy(subject: string): Promise<void>;
  /** Every subject that has a key, had one that is destroyed, or is getting a new one. */
  subjects(): Promise<string[]>;
  /** Replaces the subject's wrapped key with what `next` returns, unless that is null; returns whether it did. */
  replace(subject: string, next: (wrapped: string) => string | null): Promise<boolean>;
  /** Calls back with a subject whose key has changed, in any process; null: any key may have changed. */
  onChange(listener: (subject: string | null) => void): void;
};

const BUCKET = 'USER_KEYS';
const NO_MESSAGE = 10_037;
/** The value in place of a destroyed key. */
const DESTROYED = 'destroyed';
/** The prefix of a key's name while it is being replaced. Subjects contain no dots. */
const STAGED = 'staged.';

type Storage = { readonly kv: KV; readonly manager: JetStreamManager };

const wrappedIn = (entry: KvEntry | null): string | null =>
  entry?.operation === 'PUT' ? entry.string() : null;

const read = async ({ kv }: Storage, key: string): Promise<string | null> => wrappedIn(await kv.get(key));

/** A merely replaced message stays on the disk. This overwrites its bytes, unless another process just did. */
const overwrite = async ({ kv, manager }: Storage, { key, revision }: KvEntry): Promise<void> => {
  await manager.streams.deleteMessage(`KV_${BUCKET}`, revision, true).catch(async (cause: unknown) => {
    if ((await kv.get(key))?.revision === revision) throw cause;
  });
};

const overwriteStaged = async (storage: Storage, subject: string): Promise<void> => {
  const staged = await storage.kv.get(STAGED + subject);
  if (staged !== null) await overwrite(storage, staged);
};

/** Does nothing when the subject has a value by now. */
const createIfAbsent = async (storage: Storage, subject: string, value: string): Promise<void> => {
  await storage.kv.create(subject, value).catch(async (cause: unknown) => {
    if ((await read(storage, subject)) === null) throw cause;
  });
};

/** Reads the subject twice: a replacement may finish between the first two reads. */
const storedValue = async (storage: Storage, subject: string): Promise<string | null> =>
  (await read(storage, subject)) ?? (await read(storage, STAGED + subject)) ?? (await read(storage, subject));

const find = async (storage: Storage, subject: string): Promise<string | null> => {
  const wrapped = await storedValue(storage, subject);
  return wrapped === DESTROYED ? null : wrapped;
};

const newest = async ({ manager }: Storage): Promise<string | null> => {
  const last = await manager.streams
    .getMessage(`KV_${BUCKET}`, { last_by_subj: `$KV.${BUCKET}.*` })
    .catch((cause: unknown) => {
      if (cause instanceof NatsError && cause.api_error?.err_code === NO_MESSAGE) return null;
      throw cause;
    });
  const value = last?.string() ?? '';
  return value === '' || value === DESTROYED ? null : value;
};

const destroy = async (storage: Storage, subject: string): Promise<void> => {
  for (;;) {
    const entry = await storage.kv.get(subject);
    if (wrappedIn(entry) === DESTROYED) break;
    if (entry !== null) await overwrite(storage, entry);
    await createIfAbsent(storage, subject, DESTROYED);
  }
  await overwriteStaged(storage, subject);
};

/**
 * Stages the new key first, so that a crash loses nothing, and overwrites the old one before the new one takes
 * its place. After a crash the next call finishes the work.
 */
const replace = async (
  storage: Storage,
  subject: string,
  next: (wrapped: string) => string | null,
): Promise<boolean> => {
  const [entry, staged] = [await storage.kv.get(subject), await read(storage, STAGED + subject)];
  const wrapped = wrappedIn(entry) ?? staged;
  const replacement = wrapped === null || wrapped === DESTROYED ? null : next(wrapped);
  if (entry !== null && replacement !== null) {
    // Of an interrupted replacement: the bucket takes no second value.
    await overwriteStaged(storage, subject);
    await storage.kv.put(STAGED + subject, replacement);
    await overwrite(storage, entry);
  }
  const value = replacement ?? staged;
  if (value !== null) await createIfAbsent(storage, subject, value);
  await overwriteStaged(storage, subject);
  return replacement !== null;
};

const subjects = async ({ kv }: Storage): Promise<string[]> => {
  const found = new Set<string>();
  for await (const key of await kv.keys()) {
    found.add(key.startsWith(STAGED) ? key.slice(STAGED.length) : key);
  }
  return [...found];
};

/** Opens the bucket `USER_KEYS`. */
export const openKeyBucket = async (nc: NatsConnection): Promise<KeyBucket> => {
  const kv = await openBucket(nc, BUCKET);
  const storage = { kv, manager: await nc.jetstreamManager({ checkAPI: false }) };
  return {
    find: (subject) => find(storage, subject),
    newest: () => newest(storage),
    isDestroyed: async (subject) => (await storedValue(storage, subject)) === DESTROYED,
    create: async (subject, wrapped) => void (await kv.create(subject, wrapped)),
    destroy: (subject) => destroy(storage, subject),
    subjects: () => subjects(storage),
    replace: (subject, next) => replace(storage, subject, next),
    onChange: (listener) => {
      const prefix = `$KV.${BUCKET}.`;
      listen(nc, `${prefix}*`, (msg) => listener(msg.subject.slice(prefix.length)), {
        onError: () => listener(null),
      });
    },
  };
};
