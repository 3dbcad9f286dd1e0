// Keeps wrapped data keys in a NATS bucket from which a destroyed key is overwritten, on the disk too.
import { openBucket } from '@tradeium/event-store';
import type { KvEntry, NatsConnection } from 'nats';

export type KeyBucket = {
  /** The subject's wrapped key; null when there is none or it is destroyed. */
  find(subject: string): Promise<string | null>;
  /** Keeps a new subject's wrapped key; rejects when the subject has one, or had one that is destroyed. */
  create(subject: string, wrapped: string): Promise<void>;
  /** Overwrites the subject's key and makes sure that none is created for it again. */
  destroy(subject: string): Promise<void>;
  /** Every subject that has a key, had one that is destroyed, or has one that is being replaced. */
  subjects(): Promise<string[]>;
  /** Puts what `next` returns in the place of the subject's wrapped key; null leaves it as it is. */
  replace(subject: string, next: (wrapped: string) => string | null): Promise<boolean>;
  /** Calls back with a subject whose key has changed, in whichever process; null: any may have changed. */
  onChange(listener: (subject: string | null) => void): void;
};

const BUCKET = 'USER_KEYS';
/** Takes the place of a destroyed key. */
const DESTROYED = 'destroyed';
/** Begins the name under which a key is kept while it is being replaced. Subjects hold no dots. */
const STAGED = 'staged.';

const wrappedIn = (entry: KvEntry | null): string | null =>
  entry?.operation === 'PUT' ? entry.string() : null;

/** Opens the bucket `USER_KEYS`. */
export const openKeyBucket = async (nc: NatsConnection): Promise<KeyBucket> => {
  const kv = await openBucket(nc, BUCKET);
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const read = async (key: string) => wrappedIn(await kv.get(key));

  /** A message that is only replaced stays on the disk. This overwrites its bytes, unless somebody else just did. */
  const overwrite = async ({ key, revision }: KvEntry): Promise<void> => {
    await manager.streams.deleteMessage(`KV_${BUCKET}`, revision, true).catch(async (cause: unknown) => {
      if ((await kv.get(key))?.revision === revision) throw cause;
    });
  };
  const overwriteStaged = async (subject: string): Promise<void> => {
    const staged = await kv.get(STAGED + subject);
    if (staged !== null) await overwrite(staged);
  };
  /** Does nothing when the subject has a value by now. */
  const createIfAbsent = async (subject: string, value: string): Promise<void> => {
    await kv.create(subject, value).catch(async (cause: unknown) => {
      if ((await read(subject)) === null) throw cause;
    });
  };

  return {
    find: async (subject) => {
      // Read once more: between the first two reads a replacement may have come to its end.
      const wrapped = (await read(subject)) ?? (await read(STAGED + subject)) ?? (await read(subject));
      return wrapped === DESTROYED ? null : wrapped;
    },
    create: async (subject, wrapped) => void (await kv.create(subject, wrapped)),
    destroy: async (subject) => {
      for (;;) {
        const entry = await kv.get(subject);
        if (wrappedIn(entry) === DESTROYED) break;
        if (entry !== null) await overwrite(entry);
        await createIfAbsent(subject, DESTROYED);
      }
      await overwriteStaged(subject);
    },
    subjects: async () => {
      const found = new Set<string>();
      for await (const key of await kv.keys()) {
        found.add(key.startsWith(STAGED) ? key.slice(STAGED.length) : key);
      }
      return [...found];
    },
    // The new key is staged first, so that a crash loses nothing, and the old one is overwritten before the new one
    // takes its place. What a crash leaves unfinished is finished by the next call.
    replace: async (subject, next) => {
      const [entry, staged] = [await kv.get(subject), await read(STAGED + subject)];
      const wrapped = wrappedIn(entry) ?? staged;
      const replacement = wrapped === null || wrapped === DESTROYED ? null : next(wrapped);
      if (entry !== null && replacement !== null) {
        await kv.put(STAGED + subject, replacement);
        await overwrite(entry);
      }
      const value = replacement ?? staged;
      if (value !== null) await createIfAbsent(subject, value);
      await overwriteStaged(subject);
      return replacement !== null;
    },
    onChange: (listener) => {
      const prefix = `$KV.${BUCKET}.`;
      nc.subscribe(`${prefix}*`, {
        callback: (error, msg) => listener(error ? null : msg.subject.slice(prefix.length)),
      });
    },
  };
};
