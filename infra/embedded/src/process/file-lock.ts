// A lock in the form of a file that names its holder, and that is void once the holder is gone.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from './command.ts';
import { isAlive } from './process-group.ts';

/** The holder of a lock; `startedAt` distinguishes it from a later process with the same id. */
export type LockHolder = { pid: number; startedAt: string; note: string };

export type FileLock = {
  /** Replaces the note for others. */
  describe(note: string): Promise<void>;
  release(): Promise<void>;
};

/** Takes the lock, or answers with the living process that holds it. */
export const takeLock = async (file: string, note: string): Promise<FileLock | LockHolder> => {
  await mkdir(dirname(file), { recursive: true });
  const mine: LockHolder = { pid: process.pid, startedAt: await processStart(process.pid), note };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await placeFile(file, mine)) return heldLock(file, mine);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder && (await isSameProcess(holder))) return holder;
    await removeVoidLock(file, text);
  }
  throw new Error(`could not take the lock ${file}`);
};

/** Does work exclusively under a lock; calls `onWait` once when it has to wait. */
export const withLock = async <T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> => {
  let waiting = false;
  for (;;) {
    const lock = await takeLock(file, '');
    if ('release' in lock) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    if (!waiting) onWait();
    waiting = true;
    await delay(500);
  }
};

/**
 * When a process was started, in the system's own terms; empty when that is unknown or the process is gone.
 */
export const processStart = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field is the program's name in parentheses, which may hold blanks; the start is the 22nd.
  if (stat !== undefined) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  const { code, output } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], { timeoutMs: 5_000 });
  return code === 0 ? output.trim() : '';
};

/** True if this very process still runs, and not another one with its id. */
export const isSameProcess = async (holder: Pick<LockHolder, 'pid' | 'startedAt'>): Promise<boolean> =>
  isAlive(holder.pid) && (await processStart(holder.pid)) === holder.startedAt;

const heldLock = (file: string, mine: LockHolder): FileLock => {
  return {
    async describe(note) {
      const next = `${file}.${randomUUID()}`;
      await writeFile(next, JSON.stringify({ ...mine, note }));
      await rename(next, file);
    },
    async release() {
      await rm(file, { force: true });
    },
  };
};

/** Creates the file with its whole content at once; false when it already exists. */
const placeFile = async (file: string, holder: LockHolder): Promise<boolean> => {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder));
  try {
    await link(draft, file);
    return true;
  } catch {
    return false;
  } finally {
    await rm(draft, { force: true });
  }
};

/** Removes a dead holder's lock, but not one that has just replaced it. */
const removeVoidLock = async (file: string, expected: string): Promise<void> => {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== expected) await link(aside, file).catch(() => undefined);
  } catch {
    return;
  } finally {
    await rm(aside, { force: true });
  }
};

const parseHolder = (text: string): LockHolder | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, startedAt, note } = value as Partial<LockHolder>;
    if (typeof pid !== 'number' || typeof startedAt !== 'string') return undefined;
    return { pid, startedAt, note: typeof note === 'string' ? note : '' };
  } catch {
    return undefined;
  }
};
