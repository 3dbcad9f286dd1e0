// Removes blobs of one kind that nobody has put or made for a while.
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DIGEST } from './blobs.ts';

export type Sweep = {
  /** Only what was neither written nor put again since (ms UTC). */
  readonly unusedSinceMs: number;
  /** Only files that begin and end with these bytes. */
  readonly begins: Buffer;
  readonly ends: Buffer;
};

/** Sweeps a blob directory; tells what was removed. Whoever needs such a blob must put it first, which keeps it. */
export const sweepBlobs = async (
  directory: string,
  sweep: Sweep,
): Promise<{ files: number; bytes: number }> => {
  const swept = { files: 0, bytes: 0 };
  for (const folder of await readdir(directory).catch(() => [])) {
    for (const name of await readdir(join(directory, folder)).catch(() => [])) {
      const path = join(directory, folder, name);
      const bytes = DIGEST.test(name) ? await sizeOfUnused(path, sweep) : null;
      if (bytes === null) continue;
      await rm(path, { force: true });
      swept.files += 1;
      swept.bytes += bytes;
    }
  }
  return swept;
};

/** Null when the file is to stay. */
const sizeOfUnused = async (path: string, { unusedSinceMs, begins, ends }: Sweep): Promise<number | null> => {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.mtimeMs >= unusedSinceMs || found.size < begins.length + ends.length)
    return null;
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    const head = await file.read(Buffer.alloc(begins.length), 0, begins.length, 0);
    const tail = await file.read(Buffer.alloc(ends.length), 0, ends.length, found.size - ends.length);
    return begins.equals(head.buffer) && ends.equals(tail.buffer) ? found.size : null;
  } finally {
    await file.close();
  }
};
