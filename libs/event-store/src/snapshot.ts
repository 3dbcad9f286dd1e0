// Keeps states of long aggregates, so that a cold load needs not read them from their first event. Only a cache.
import { type KV, type NatsConnection, StorageType } from 'nats';
import { z } from 'zod';
import type { Log } from './log.ts';

/** Snapshots of another format are as good as none. */
const FORMAT = 2;

const snapshot = z.object({
  stateVersion: z.number(),
  sequence: z.int().positive(),
  chain: z.object({ hash: z.string(), isChained: z.boolean() }),
  state: z.unknown(),
  /** Command id, sequence of its commit, hash of its input. */
  commands: z.array(z.tuple([z.string(), z.number(), z.string().nullable()])),
});
export type Snapshot = z.infer<typeof snapshot>;

/** A failure to read or write one is logged and costs time, nothing else. */
export type Snapshots = {
  get(key: string): Promise<Snapshot | null>;
  put(key: string, content: Snapshot): Promise<void>;
};

const BUCKET = 'SNAPSHOTS';

/** Well below the server's limit of a message (1 MiB). */
const BYTES_MAX = 512 * 1024;

/** Opens the bucket of snapshots at its first use, and makes it when there is none. */
export function openSnapshots(nc: NatsConnection, log: Log): Snapshots {
  let bucket: Promise<KV> | undefined;
  const opened = (): Promise<KV> => {
    bucket ??= nc.jetstream().views.kv(BUCKET, { history: 1, storage: StorageType.File });
    return bucket;
  };
  return {
    async get(key) {
      try {
        const entry = await (await opened()).get(key);
        if (entry === null || entry.operation !== 'PUT') return null;
        const content = entry.json<{ format?: number }>();
        return content.format === FORMAT ? snapshot.parse(content) : null;
      } catch (error) {
        bucket = undefined;
        log.warn({ err: error, key }, 'a snapshot could not be read');
        return null;
      }
    },
    async put(key, content) {
      try {
        const bytes = Buffer.from(JSON.stringify({ format: FORMAT, ...content }));
        if (bytes.length > BYTES_MAX) throw new Error(`${bytes.length} bytes are too many`);
        await (await opened()).put(key, bytes);
      } catch (error) {
        bucket = undefined;
        log.warn({ err: error, key }, 'a snapshot could not be written');
      }
    },
  };
}
