// Removes unneeded blobs from the object store, where processes share no directory.
import { type ObjectSweep, openObjectSweep, type StoredObject } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import type { BlobKind, BlobSweep, Swept, Unused } from './blob-sweep.ts';

/** A sweep of the object store, by the times at which its server stored the blobs. */
export const sweepOfBucket = async (nc: NatsConnection): Promise<BlobSweep> => {
  const objects = await openObjectSweep(nc, 'BLOBS');
  // Most blobs in the history are deleted already: they are not looked up one by one.
  const names = new Set(await objects.names());
  return {
    ofKinds: (kinds, leftOver) => sweepKinds(objects, names, kinds, leftOver),
    named: async (digests, unused) => {
      const swept = { files: 0, bytes: 0 };
      for (const digest of digests) {
        const object = names.has(digest) ? await objects.find(digest) : null;
        if (object) await remove(objects, object, unused, swept);
      }
      return swept;
    },
  };
};

const sweepKinds = async (
  objects: ObjectSweep,
  names: Iterable<string>,
  kinds: readonly BlobKind[],
  leftOver: Unused,
): Promise<Swept> => {
  const swept = { files: 0, bytes: 0 };
  // Chunks are listed before objects: those of an object that is complete by now belong to one.
  const unclaimed = new Set(await objects.nuids());
  for (const name of names) {
    const object = await objects.find(name);
    if (!object) continue;
    unclaimed.delete(object.nuid);
    if (object.isDeleted) await remove(objects, object, leftOver, { files: 0, bytes: 0 });
    else {
      const kind = await kindOf(objects, object, kinds);
      if (kind) await remove(objects, object, kind, swept);
    }
  }
  for (const nuid of unclaimed) await objects.removeChunks(nuid, leftOver.unusedSinceMs);
  return swept;
};

const remove = async (
  objects: ObjectSweep,
  object: StoredObject,
  { unusedSinceMs }: Unused,
  swept: Swept,
): Promise<void> => {
  if (object.storedAtMs >= unusedSinceMs || !(await objects.remove(object))) return;
  swept.files += 1;
  swept.bytes += object.size;
};

/** Looks only into blobs that are old enough for a kind. */
const kindOf = async (
  objects: ObjectSweep,
  object: StoredObject,
  kinds: readonly BlobKind[],
): Promise<BlobKind | null> => {
  const old = kinds.filter(
    ({ unusedSinceMs, begins, ends }) =>
      object.storedAtMs < unusedSinceMs && object.size >= begins.length + ends.length,
  );
  if (old.length === 0) return null;
  const first = await objects.firstChunk(object);
  for (const kind of old) {
    if (!kind.begins.equals(first.subarray(0, kind.begins.length))) continue;
    if (endsLike(await objects.lastChunk(object), kind.ends)) return kind;
  }
  return null;
};

/** The last chunk may be shorter than the ending. */
const endsLike = (chunk: Buffer, ends: Buffer): boolean => {
  const length = Math.min(chunk.length, ends.length);
  return length > 0 && ends.subarray(ends.length - length).equals(chunk.subarray(chunk.length - length));
};
