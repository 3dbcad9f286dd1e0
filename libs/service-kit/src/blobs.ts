// Content-addressed files: stored by the SHA-256 of their bytes, in a directory and, where that is not shared, in NATS.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openObjectStore } from '@tradeium/event-store';
import type { NatsConnection, ObjectStore } from 'nats';
import pRetry from 'p-retry';

const REPLICA_RETRIES = 4;
const REPLICA_PAUSE_MS = 100;

/** A blob's name. */
export const DIGEST = /^[0-9a-f]{64}$/;

export type Blobs = {
  /**
   * Stores bytes durably; returns their digest (hex SHA-256). The same bytes are kept once; without a shared directory
   * they are uploaded again all the same.
   */
  put(bytes: Uint8Array): Promise<string>;
  /** The path of a local file with a blob's bytes; throws when there is no such blob. */
  path(digest: string): Promise<string>;
  /** A blob's bytes. */
  get(digest: string): Promise<Buffer>;
  /** Removes a blob without other references. Other machines' caches keep it until they have not used it for a day. */
  remove(digest: string): Promise<void>;
};

/** Writes a file whole or not at all, even after a power failure. */
const writeDurably = async (path: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(temporary, 'wx', 0o640);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
};

/** Null when there is no such file. */
const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Marks a file as new, so that no sweep removes it; false when it is gone. */
const isMarkedAsUsed = async (path: string): Promise<boolean> => {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
};

/**
 * Opens the blob store. With `shared`, all processes see `directory`, which is the store itself; otherwise the
 * directory is a cache of the JetStream Object Store bucket `BLOBS`.
 */
export const openBlobs = (nc: NatsConnection, options: { directory: string; shared: boolean }): Blobs => {
  let bucket: Promise<ObjectStore> | undefined;
  const objectStore = () => {
    bucket ??= openObjectStore(nc, 'BLOBS').catch((cause: unknown) => {
      bucket = undefined;
      throw cause;
    });
    return bucket;
  };
  const pathOf = (digest: string) => {
    if (!DIGEST.test(digest)) throw new Error(`not a digest: ${digest.slice(0, 80)}`);
    return join(options.directory, digest.slice(0, 2), digest);
  };

  const fetchOnce = async (digest: string): Promise<Uint8Array> => {
    const bytes = options.shared ? null : await (await objectStore()).getBlob(digest);
    if (!bytes) throw new Error(`blob ${digest} is missing`);
    if (createHash('sha256').update(bytes).digest('hex') !== digest)
      throw new Error(`blob ${digest} is damaged`);
    return bytes;
  };

  const fetchToDisk = async (digest: string, path: string): Promise<void> => {
    // Any replica of the object store serves chunks: a lagging one catches up in a moment.
    const retries = options.shared ? 0 : REPLICA_RETRIES;
    await writeDurably(
      path,
      await pRetry(() => fetchOnce(digest), { retries, minTimeout: REPLICA_PAUSE_MS }),
    );
  };

  const path = async (digest: string): Promise<string> => {
    const local = pathOf(digest);
    // A sweep of the cache leaves what is read, a sweep of the store only what is put.
    const isThere = options.shared ? (await sizeOf(local)) !== null : await isMarkedAsUsed(local);
    if (!isThere) await fetchToDisk(digest, local);
    return local;
  };

  return {
    path,
    get: async (digest) => readFile(await path(digest)),
    remove: async (digest) => {
      const local = pathOf(digest);
      if (!options.shared) await (await objectStore()).delete(digest);
      await rm(local, { force: true });
    },
    put: async (bytes) => {
      const digest = createHash('sha256').update(bytes).digest('hex');
      const local = pathOf(digest);
      if (!options.shared) await (await objectStore()).putBlob({ name: digest }, bytes);
      if ((await sizeOf(local)) !== bytes.length || !(await isMarkedAsUsed(local)))
        await writeDurably(local, bytes);
      return digest;
    },
  };
};
