// Maps files into memory: candles are read from the disk's cache without a copy in this process.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The functions of the C library, with POSIX names. */
type Memory = {
  mmap(
    address: null,
    length: number,
    protection: number,
    flags: number,
    file: number,
    offset: number,
  ): bigint;
  munmap(address: bigint, length: number): number;
  view(address: bigint, length: number): ArrayBuffer;
};

const PROT_READ_AND_WRITE = 3;
/** Writes stay in this process; writing to a read-only mapping would crash it. */
const MAP_PRIVATE = 2;
const MAP_FAILED = 0xffff_ffff_ffff_ffffn;

/** Null where there is no mmap: on Windows, or where koffi has no build. */
const openMemory = async (): Promise<Memory | null> => {
  if (process.platform === 'win32') return null;
  const koffi = await import('koffi').catch(() => null);
  if (!koffi) return null;
  const libc = koffi.load(null);
  return {
    mmap: libc.func('void *mmap(void *, size_t, int, int, int, int64_t)'),
    munmap: libc.func('int munmap(void *, size_t)'),
    view: koffi.view,
  };
};

let memory: Promise<Memory | null> | undefined;

/** Unmaps memory that is no longer reachable. */
const unreachable = new FinalizationRegistry<() => void>((unmap) => unmap());

const map = ({ mmap, munmap, view }: Memory, file: number, length: number): Uint8Array | null => {
  const address = mmap(null, length, PROT_READ_AND_WRITE, MAP_PRIVATE, file, 0);
  if (address === MAP_FAILED) return null;
  const buffer = view(address, length);
  unreachable.register(buffer, () => munmap(address, length));
  return new Uint8Array(buffer);
};

const read = async (file: FileHandle): Promise<Uint8Array> => new Uint8Array(await file.readFile());

/**
 * The current bytes of a file: mapped, or read where mapping is impossible. The file may be replaced or removed
 * later, but must never be truncated in place. Throws like `open`.
 */
export const openMapped = async (path: string): Promise<Uint8Array> => {
  memory ??= openMemory();
  const system = await memory;
  const file = await open(path, constants.O_RDONLY);
  try {
    const { size } = await file.stat();
    return (size > 0 && system && map(system, file.fd, size)) || (await read(file));
  } finally {
    await file.close();
  }
};
