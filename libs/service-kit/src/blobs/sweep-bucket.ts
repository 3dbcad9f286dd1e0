// Removes unneeded blobs from an object store, by the times at which it stored them.
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DIGEST } from './blob-files.ts';
import type { BlobKind, BlobSweep, Swept, Unused } from './blob-sweep.ts';
import type { ListedObject, S3Bucket } from './s3-bucket.ts';

const BLOBS = 'blobs/';
const MARKS = 'sweeping/';
/** The object is looked at and removed within this time of its mark, or not at all: the mark then counts for sure. */
const REMOVE_WITHIN_MS = 60_000;
const AT_ONCE = 16;

/** The object of a blob. */
export const keyOfBlob = (digest: string): string => `${BLOBS}${digest.slice(0, 2)}/${digest}`;
/** Under this prefix are the marks of a blob, one for each sweep that may remove it at this moment. */
export const marksOfBlob = (digest: string): string => `${MARKS}${digest}-`;

const digestIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** A sweep of the bucket; several at once do no harm. */
export const sweepOfBucket = (bucket: S3Bucket): BlobSweep => ({
  ofKinds: async (kinds, leftOver) => {
    await removeOldMarks(bucket, leftOver);
    return removeWhere(bucket, bucket.list(BLOBS), (object) => kindOf(bucket, object, kinds));
  },
  // One list instead of a question for each: most blobs of the history are deleted already.
  named: async (digests, unused) => {
    const named = new Set([...digests].filter((digest) => DIGEST.test(digest)));
    const range = existing(bucket, [...named].sort());
    return removeWhere(bucket, range, async ({ key }) => (named.has(digestIn(key)) ? unused : null));
  },
});

/** The blobs between the first and the last of sorted digests, both included. */
const existing = async function* (bucket: S3Bucket, sorted: readonly string[]): AsyncIterable<ListedObject> {
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (first === undefined || last === undefined) return;
  // A key that sorts just before the first one, and behind every shorter digest.
  for await (const object of bucket.list(BLOBS, keyOfBlob(first).slice(0, -1))) {
    if (object.key > keyOfBlob(last)) return;
    yield object;
  }
};

const removeWhere = async (
  bucket: S3Bucket,
  objects: AsyncIterable<ListedObject>,
  unneeded: (object: ListedObject) => Promise<Unused | null>,
): Promise<Swept> => {
  const swept = { files: 0, bytes: 0 };
  const consider = async (object: ListedObject) => {
    const unused = await unneeded(object);
    if (!unused || object.writtenAtMs >= unused.unusedSinceMs) return;
    if (!(await isRemoved(bucket, digestIn(object.key), unused))) return;
    swept.files += 1;
    swept.bytes += object.size;
  };
  let together: Promise<void>[] = [];
  for await (const object of objects) {
    if (!DIGEST.test(digestIn(object.key))) continue;
    together.push(consider(object));
    if (together.length < AT_ONCE) continue;
    await Promise.all(together);
    together = [];
  }
  await Promise.all(together);
  return swept;
};

/**
 * Marks a blob, looks at its age once more, removes it and takes the mark away: an object store cannot remove only what is
 * old. An upload at the same time sees the mark and repeats itself.
 */
const isRemoved = async (bucket: S3Bucket, digest: string, { unusedSinceMs }: Unused): Promise<boolean> => {
  const markedMs = performance.now();
  const mark = `${marksOfBlob(digest)}${randomUUID()}`;
  await bucket.put(mark, new Uint8Array());
  try {
    const found = await bucket.find(keyOfBlob(digest));
    const isLate = performance.now() - markedMs > REMOVE_WITHIN_MS;
    if (!found || found.writtenAtMs >= unusedSinceMs || isLate) return false;
    await bucket.remove(keyOfBlob(digest));
    return true;
  } finally {
    await bucket.remove(mark);
  }
};

/** Marks of sweeps that were killed. */
const removeOldMarks = async (bucket: S3Bucket, { unusedSinceMs }: Unused): Promise<void> => {
  for await (const { key, writtenAtMs } of bucket.list(MARKS))
    if (writtenAtMs < unusedSinceMs) await bucket.remove(key);
};

/** Looks only into blobs that are old enough for a kind. */
const kindOf = async (
  bucket: S3Bucket,
  { key, size, writtenAtMs }: ListedObject,
  kinds: readonly BlobKind[],
): Promise<BlobKind | null> => {
  const old = kinds.filter(
    ({ unusedSinceMs, begins, ends }) =>
      writtenAtMs < unusedSinceMs && size >= begins.length + ends.length && size > 0,
  );
  const part = async (from: number, length: number) =>
    (await bucket.read(key, buffer, `bytes=${from}-${from + length - 1}`)) ?? Buffer.alloc(0);
  for (const kind of old) {
    if (!kind.begins.equals(await part(0, kind.begins.length))) continue;
    if (kind.ends.equals(await part(size - kind.ends.length, kind.ends.length))) return kind;
  }
  return null;
};
