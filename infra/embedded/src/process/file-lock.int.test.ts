// Locks between real processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FileLock, type LockHolder, takeLock } from './file-lock.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

/** Another process that holds the lock until it is killed. */
const otherHolder = async () => {
  const script = `
    import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))};
    await takeLock(${JSON.stringify(file)}, 'http://localhost:4000');
    console.log('held');
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
};

const isHeld = (outcome: FileLock | LockHolder): outcome is FileLock => 'release' in outcome;

test('names the living holder, and is free once that was killed', async () => {
  const other = await otherHolder();
  expect(await takeLock(file, '')).toMatchObject({ pid: other.pid, note: 'http://localhost:4000' });
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(isHeld(await takeLock(file, ''))).toBe(true);
});

test('is free when another process has got the number of the holder, and when it is not a lock at all', async () => {
  await writeFile(file, JSON.stringify({ pid: process.ppid, startedAt: 'long ago', note: '' }));
  const first = await takeLock(file, '');
  expect(isHeld(first)).toBe(true);
  await writeFile(file, '{"pid":');
  expect(isHeld(await takeLock(file, ''))).toBe(true);
});

test('of many that want it at once, despite a void one, one gets it', async () => {
  const gone = await otherHolder();
  gone.kill('SIGKILL');
  await once(gone, 'exit');
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => takeLock(file, '')));
  expect(outcomes.filter(isHeld)).toHaveLength(1);
});

test('is free again after it was released', async () => {
  const lock = await takeLock(file, '');
  if (isHeld(lock)) await lock.release();
  expect(isHeld(await takeLock(file, ''))).toBe(true);
});
