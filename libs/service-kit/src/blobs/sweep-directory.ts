// Removes unneeded files from a directory of blobs: the store itself, or a cache of it.
import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DIGEST } from './blob-files.ts';
import type { BlobKind, BlobSweep, Swept, Unused } from './blob-sweep.ts';

/** A sweep of the directory that all processes share. */
export const sweepOfDirectory = (directory: string): BlobSweep => ({
  ofKinds: (kinds, leftOver) => sweepWhere(directory, leftOver, (path) => kindOf(path, kinds)),
  // A simultaneous put finds the blob or writes it again.
  named: async (digests, unused) => {
    const swept = { files: 0, bytes: 0 };
    for (const digest of digests) await remove(join(directory, digest.slice(0, 2), digest), unused, swept);
    return swept;
  },
});

/** Removes what was neither written nor read since then from a cache of an object store. */
export const sweepCache = (directory: string, unused: Unused): Promise<Swept> =>
  sweepWhere(directory, unused, async () => unused);

const sweepWhere = async (
  directory: string,
  leftOver: Unused,
  unneeded: (path: string) => Promise<Unused | null>,
): Promise<Swept> => {
  const swept = { files: 0, bytes: 0 };
  for (const folder of await readdir(directory).catch(() => [])) {
    for (const name of await readdir(join(directory, folder)).catch(() => [])) {
      const path = join(directory, folder, name);
      if (name.endsWith('.part')) await removeLeftOver(path, leftOver);
      else if (DIGEST.test(name)) {
        const unused = await unneeded(path);
        if (unused) await remove(path, unused, swept);
      }
    }
  }
  return swept;
};

/** Other processes may sweep the same cache: what they were first to remove is not an error. */
const remove = async (path: string, { unusedSinceMs }: Unused, swept: Swept): Promise<void> => {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.mtimeMs >= unusedSinceMs) return;
  // Renamed first: a later put writes it again, and an earlier one shows in its time.
  const aside = `${path}.${randomUUID()}.part`;
  const isAside = await rename(path, aside).then(
    () => true,
    () => false,
  );
  const renamed = isAside ? await stat(aside).catch(() => null) : null;
  if (!renamed) return;
  if (renamed.mtimeMs >= unusedSinceMs) return rename(aside, path);
  await rm(aside, { force: true });
  swept.files += 1;
  swept.bytes += renamed.size;
};

/** Files half written or half removed at a crash. */
const removeLeftOver = async (path: string, { unusedSinceMs }: Unused): Promise<void> => {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() && found.mtimeMs < unusedSinceMs) await rm(path, { force: true });
};

const kindOf = async (path: string, kinds: readonly BlobKind[]): Promise<BlobKind | null> => {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    for (const kind of kinds) {
      const { begins, ends } = kind;
      if (size < begins.length + ends.length) continue;
      const head = await file.read(Buffer.alloc(begins.length), 0, begins.length, 0);
      const tail = await file.read(Buffer.alloc(ends.length), 0, ends.length, size - ends.length);
      if (begins.equals(head.buffer) && ends.equals(tail.buffer)) return kind;
    }
    return null;
  } finally {
    await file.close();
  }
};
