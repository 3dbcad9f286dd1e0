// Removes unneeded blobs: old ones of one kind, or named ones.
import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DIGEST } from './blobs.ts';

/** Only blobs neither written nor put again since then (ms UTC). */
type Unused = { readonly unusedSinceMs: number };

export type Sweep = Unused & {
  /** Only files that begin and end with these bytes. */
  readonly begins: Buffer;
  readonly ends: Buffer;
};

export type Swept = { files: number; bytes: number };

/** Sweeps a blob directory; returns what it removed. Code that needs such a blob puts it first, which protects it. */
export const sweepBlobs = async (directory: string, sweep: Sweep): Promise<Swept> => {
  const swept = { files: 0, bytes: 0 };
  for (const folder of await readdir(directory).catch(() => [])) {
    for (const name of await readdir(join(directory, folder)).catch(() => [])) {
      const path = join(directory, folder, name);
      if (name.endsWith('.part')) await removeLeftOver(path, sweep);
      else if (DIGEST.test(name) && (await isOfKind(path, sweep))) await remove(path, sweep, swept);
    }
  }
  return swept;
};

/** Removes the named blobs that are old enough. A simultaneous put finds the blob or writes it again. */
export const removeBlobs = async (
  directory: string,
  digests: Iterable<string>,
  unused: Unused,
): Promise<Swept> => {
  const swept = { files: 0, bytes: 0 };
  for (const digest of digests) await remove(join(directory, digest.slice(0, 2), digest), unused, swept);
  return swept;
};

const remove = async (path: string, { unusedSinceMs }: Unused, swept: Swept): Promise<void> => {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.mtimeMs >= unusedSinceMs) return;
  // Renamed first: a later put writes it again, and an earlier one shows in its time.
  const aside = `${path}.${randomUUID()}.part`;
  await rename(path, aside);
  const { mtimeMs, size } = await stat(aside);
  if (mtimeMs >= unusedSinceMs) return rename(aside, path);
  await rm(aside);
  swept.files += 1;
  swept.bytes += size;
};

/** Files half written or half removed at a crash. */
const removeLeftOver = async (path: string, { unusedSinceMs }: Unused): Promise<void> => {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() && found.mtimeMs < unusedSinceMs) await rm(path, { force: true });
};

const isOfKind = async (path: string, { begins, ends }: Sweep): Promise<boolean> => {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  try {
    const { size } = await file.stat();
    if (size < begins.length + ends.length) return false;
    const head = await file.read(Buffer.alloc(begins.length), 0, begins.length, 0);
    const tail = await file.read(Buffer.alloc(ends.length), 0, ends.length, size - ends.length);
    return begins.equals(head.buffer) && ends.equals(tail.buffer);
  } finally {
    await file.close();
  }
};
