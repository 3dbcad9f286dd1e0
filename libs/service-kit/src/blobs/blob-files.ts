// Blobs as files of a directory: each lies under its digest, whole or not at all.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFailure } from './blob-disk.ts';

/** A blob's name: the SHA-256 of its bytes. */
export const DIGEST = /^[0-9a-f]{64}$/;

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The file of a blob; throws when the name is not a digest. */
export const blobFile = (directory: string, digest: string): string => {
  if (!DIGEST.test(digest)) throw new Error(`not a digest: ${digest.slice(0, 80)}`);
  return join(directory, digest.slice(0, 2), digest);
};

/** Null when there is no such file. */
export const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Marks a file as new, so that no sweep removes it; false when it is gone. */
export const isMarkedAsUsed = async (path: string): Promise<boolean> => {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
};

/**
 * Writes a file whole or not at all, even after a power failure; answers the SHA-256 of what was written. Rejects with
 * BlobsAway when the disk is full or closed.
 */
export const writeDurably = async (
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  isWanted: (digest: string) => boolean = () => true,
): Promise<string> => {
  const temporary = `${path}.${randomUUID()}.part`;
  const hash = createHash('sha256');
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'wx', 0o640);
    try {
      for await (const piece of content) {
        hash.update(piece);
        await file.writeFile(piece);
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    const digest = hash.digest('hex');
    if (isWanted(digest)) await rename(temporary, path);
    return digest;
  } catch (cause) {
    throw writeFailure(cause);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
};
