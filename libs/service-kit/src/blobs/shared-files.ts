// Files with names that all machines read and change, in the bucket of the blobs. Without it their users go on by themselves.
import { hash } from 'node:crypto';
import type { BlobAccess } from './blob-access.ts';
import { BlobsAway } from './blobs-away.ts';
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts';

/** After a failure nobody waits for the store again for so long. */
const LEFT_ALONE_MS = 20_000;
/** Some stores answer with the bytes of one version and the digest of another while it is being replaced. */
const READS = 3;
/** Seven times the candles of twenty years by the hour. A larger object must not fill its reader's memory. */
const BYTES_MAX = 64 * 1024 * 1024;

type SharedVersion = { readonly tag: string; readonly digest: string };
/** A file's content; `bytes` is null when they are not those of the digest, or too many. */
type SharedFile = { readonly tag: string; readonly digest: string; readonly bytes: Uint8Array | null };

/** Every call is one short request, or a few; all reject with BlobsAway while the store is down or refuses us. */
export type SharedFiles = {
  /** Null when there is no such file. */
  find(name: string): Promise<SharedVersion | null>;
  /** Null when there is no such file. */
  read(name: string): Promise<SharedFile | null>;
  /** Replaces the version with this tag (null: there is none yet); null when another machine was faster. */
  replace(name: string, bytes: Uint8Array, tag: string | null): Promise<SharedVersion | null>;
  /** The names that begin so, sorted. */
  names(prefix: string): Promise<string[]>;
};

/** Opens the files that all machines share; null where blobs are in a directory, which is shared as it is. */
export const openSharedFiles = (
  { s3 }: BlobAccess,
  { leftAloneMs = LEFT_ALONE_MS } = {},
): SharedFiles | null => {
  if (!s3) return null;
  const bucket = openS3Bucket(s3, { retryMs: 0 });
  let away: { untilMs: number; cause: BlobsAway } | null = null;

  const bounded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (away && performance.now() < away.untilMs) throw away.cause;
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof BlobsAway) away = { untilMs: performance.now() + leftAloneMs, cause };
      throw cause;
    }
  };

  let isSafe: Promise<void> | undefined;
  /** Asked once: a store that ignores the condition of a put would lose what another machine has written. */
  const assertSafe = (): Promise<void> => {
    isSafe ??= assertConditions(bucket).catch((cause: unknown) => {
      isSafe = undefined;
      throw cause;
    });
    return isSafe;
  };

  return {
    find: (name) => bounded(() => bucket.find(name)),
    read: (name) => bounded(() => readChecked(bucket, name)),
    replace: (name, bytes, tag) =>
      bounded(async () => {
        await assertSafe();
        return replaced(bucket, name, bytes, tag);
      }),
    names: (prefix) =>
      bounded(async () => {
        const names: string[] = [];
        for await (const { key } of bucket.list(prefix)) names.push(key);
        return names;
      }),
  };
};

const CONDITIONS_KEY = 'conditions';
/** That of no object. */
const OTHER_TAG = `"${'0'.repeat(32)}"`;

/** Throws when the store replaces an object that has another version than the request named. */
const assertConditions = async (bucket: S3Bucket): Promise<void> => {
  const nothing = new Uint8Array();
  await bucket.put(CONDITIONS_KEY, nothing);
  const isReplaced =
    (await bucket.replace(CONDITIONS_KEY, nothing, '', null)) ??
    (await bucket.replace(CONDITIONS_KEY, nothing, '', OTHER_TAG));
  if (isReplaced !== null)
    throw new BlobsAway(
      'the object store ignores the conditions of a put (If-None-Match, If-Match): update it to share files',
      { isTemporary: false },
    );
};

const bytesOf = async (body: AsyncIterable<Buffer>): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
};

const readChecked = async (bucket: S3Bucket, name: string): Promise<SharedFile | null> => {
  for (let reads = 1; ; reads += 1) {
    const file = await bucket.read(name, async (body, { tag, digest }) => {
      const bytes = await bytesOf(body);
      return { tag, digest, bytes: bytes && hash('sha256', bytes) === digest ? bytes : null };
    });
    if (!file || file.bytes || reads === READS) return file;
  }
};

/** A put whose answer was lost looks like that of another machine, but has our bytes. */
const replaced = async (
  bucket: S3Bucket,
  name: string,
  bytes: Uint8Array,
  tag: string | null,
): Promise<SharedVersion | null> => {
  const digest = hash('sha256', bytes);
  const newTag = await bucket.replace(name, bytes, digest, tag);
  if (newTag !== null) return { tag: newTag, digest };
  const found = await bucket.find(name);
  return found?.digest === digest ? found : null;
};
