// Stores states of long aggregates, so that a cold load need not start at their first event. Only a cache.
import { hash } from 'node:crypto';
import type { KV, NatsConnection } from 'nats';
import { z } from 'zod';
import type { Log } from '../pacing/log.ts';
import { openBucket } from '../streams/buckets.ts';
import { watchConnection } from '../streams/connection-watch.ts';
import { signedValues } from '../streams/signed-values.ts';

/** Snapshots of another format are ignored. */
const FORMAT = 1;
/** The format of the head of a snapshot in parts. */
const PARTS_FORMAT = 2;

const snapshot = z.object({
  stateVersion: z.number(),
  sequence: z.int().positive(),
  lastHash: z.string(),
  state: z.unknown(),
  /** Command id, sequence of its commit, hash of its input. */
  commands: z.array(z.tuple([z.string(), z.number(), z.string().nullable()])),
});
export type Snapshot = z.infer<typeof snapshot>;

const partsHead = z.object({ parts: z.int().positive(), sha256: z.string() });

/** A snapshot and its stored size. */
export type StoredSnapshot = { readonly content: Snapshot; readonly bytes: number };

/** A failure to read or write a snapshot is logged and only costs time. */
export type Snapshots = {
  get(key: string): Promise<StoredSnapshot | null>;
  /** Writes in the background; returns the length in bytes. */
  put(key: string, content: Snapshot): number;
};

/** Well below the server's message limit (1 MiB), even as base64, which the server answers in. */
const PART_BYTES = 512 * 1024;
/** A state of more than 16 MiB is loaded from its events. */
const PARTS_MAX = 32;

/** Opens the bucket of snapshots at its first use, for those of the service that `owner` is. */
export const openSnapshots = (nc: NatsConnection, owner: string, log: Log): Snapshots => {
  let bucket: Promise<KV> | undefined;
  const opened = (): Promise<KV> => {
    bucket ??= openBucket(nc, 'SNAPSHOTS');
    return bucket;
  };
  const connection = watchConnection(nc);

  // A snapshot is trusted in place of its events, so it is signed as they are; its parts are by their digest.
  const values = signedValues(nc, 'SNAPSHOTS', owner);

  const bytesAt = async (key: string): Promise<Uint8Array | null> => {
    const entry = await (await opened()).get(key);
    return entry?.operation === 'PUT' ? entry.value : null;
  };

  /** The digest reveals a part that a newer snapshot has replaced. */
  const joined = async (key: string, head: unknown): Promise<Buffer> => {
    const { parts, sha256 } = partsHead.parse(head);
    const read = await Promise.all(Array.from({ length: parts }, (_, n) => bytesAt(`${key}.${n}`)));
    const whole = Buffer.concat(read.map((part) => part ?? Buffer.of()));
    if (hash('sha256', whole) !== sha256) throw new Error('its parts are not of one snapshot');
    return whole;
  };

  const read = async (key: string): Promise<StoredSnapshot | null> => {
    const stored = await bytesAt(key);
    const found = stored && (await values.genuine(key, stored));
    if (found === null) return null;
    const head = parsed(found);
    if (head.format === FORMAT) return { content: snapshot.parse(head), bytes: found.length };
    if (head.format !== PARTS_FORMAT) return null;
    const whole = await joined(key, head);
    return { content: snapshot.parse(parsed(whole)), bytes: whole.length };
  };

  const write = async (key: string, bytes: Buffer): Promise<void> => {
    if (bytes.length > PART_BYTES * PARTS_MAX) throw new Error(`${bytes.length} bytes are too many`);
    const store = await opened();
    if (bytes.length <= PART_BYTES) return void (await store.put(key, values.signed(key, bytes)));
    const parts = Math.ceil(bytes.length / PART_BYTES);
    // One after another, so that commits on the same connection need not wait for all of them.
    for (let n = 0; n < parts; n += 1)
      await store.put(`${key}.${n}`, bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES));
    const head = { format: PARTS_FORMAT, parts, sha256: hash('sha256', bytes) };
    await store.put(key, values.signed(key, Buffer.from(JSON.stringify(head))));
  };

  return {
    async get(key) {
      try {
        return await connection.whileConnected(() => read(key));
      } catch (error) {
        bucket = undefined;
        log.warn({ err: error, key }, 'a snapshot could not be read');
        return null;
      }
    },
    put(key, content) {
      const bytes = Buffer.from(JSON.stringify({ format: FORMAT, ...content }));
      write(key, bytes).catch((error: unknown) => {
        bucket = undefined;
        log.warn({ err: error, key }, 'a snapshot could not be written');
      });
      return bytes.length;
    },
  };
};

const parsed = (bytes: Uint8Array): { format?: number } => JSON.parse(Buffer.from(bytes).toString());
