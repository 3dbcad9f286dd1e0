// Blobs in an object store, with a directory as the cache of this machine.
import { readFile, rm } from 'node:fs/promises';
import pRetry from 'p-retry';
import type { S3Access } from './blob-access.ts';
import { directoryProblem } from './blob-disk.ts';
import { blobFile, digestOf, isMarkedAsUsed, sizeOf, writeDurably } from './blob-files.ts';
import type { Blobs } from './blob-store.ts';
import { BlobsAway } from './blobs-away.ts';
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts';
import { keyOfBlob, marksOfBlob, sweepOfBucket } from './sweep-bucket.ts';

const SWEEPING_RETRIES = 10;
const SWEEPING_PAUSE_MS = 50;
/**
 * An object store takes no request whose signature is older than 15 minutes: a mark of that age was left by a sweep that
 * was killed, and nothing can be removed any more in its name.
 */
const MARK_COUNTS_MS = 20 * 60_000;

/** A sweep looked at the blob before it was uploaded. */
class Swept extends BlobsAway {}

/**
 * Uploads a blob so that no simultaneous sweep removes it. A sweep marks the blob, then looks at its age, then removes it, then
 * takes the mark away. So a sweep that looked before this upload has its mark here, or has removed the blob already; one
 * that looks later finds the blob new.
 */
const upload = async (bucket: S3Bucket, digest: string, bytes: Uint8Array): Promise<void> => {
  await bucket.put(keyOfBlob(digest), bytes);
  for await (const { ageMs } of bucket.list(marksOfBlob(digest)))
    if (ageMs < MARK_COUNTS_MS) throw new Swept(`blob ${digest} is being swept`);
  if (!(await bucket.find(keyOfBlob(digest)))) throw new Swept(`blob ${digest} was swept`);
};

/** Opens the blobs in a bucket; all processes of this machine may share the cache in `directory`. */
export const openBlobsOnS3 = (directory: string, access: S3Access): Blobs => {
  const bucket = openS3Bucket(access);
  const fetching = new Map<string, Promise<unknown>>();

  const fetchToDisk = async (digest: string, file: string): Promise<void> => {
    const found = await bucket.read(keyOfBlob(digest), (body) =>
      writeDurably(file, body, (written) => written === digest),
    );
    if (found === null) throw new Error(`blob ${digest} is missing`);
    if (found !== digest) throw new Error(`blob ${digest} is damaged`);
  };

  /** Simultaneous readers share one download. */
  const fetchOnce = (digest: string, file: string): Promise<unknown> => {
    const work = fetching.get(digest) ?? fetchToDisk(digest, file).finally(() => fetching.delete(digest));
    fetching.set(digest, work);
    return work;
  };

  const path = async (digest: string): Promise<string> => {
    const file = blobFile(directory, digest);
    // A sweep of the cache leaves what is read.
    if (!(await isMarkedAsUsed(file))) await fetchOnce(digest, file);
    return file;
  };

  return {
    path,
    get: async (digest) => readFile(await path(digest)),
    remove: async (digest) => {
      const file = blobFile(directory, digest);
      await bucket.remove(keyOfBlob(digest));
      await rm(file, { force: true });
    },
    put: async (bytes) => {
      const digest = digestOf(bytes);
      await pRetry(() => upload(bucket, digest, bytes), {
        retries: SWEEPING_RETRIES,
        minTimeout: SWEEPING_PAUSE_MS,
        factor: 1.5,
        shouldRetry: ({ error }) => error instanceof Swept,
      });
      const file = blobFile(directory, digest);
      if ((await sizeOf(file)) !== bytes.length || !(await isMarkedAsUsed(file)))
        await writeDurably(file, [bytes]);
      return digest;
    },
    sweep: () => sweepOfBucket(bucket),
    problem: async (options) => (await directoryProblem(directory)) ?? bucket.problem(options),
  };
};
