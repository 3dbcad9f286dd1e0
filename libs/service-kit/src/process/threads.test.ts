// Work in threads: answers and failures reach their own task only, and no thread is left while nothing runs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { silentLog } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openThreads, type Threads } from './threads.ts';

const MODULE = `
  export const twice = (number) => 2 * number;
  export const refuse = (reason) => { throw new Error(reason); };
  export const end = () => process.exit(1);
  export const lengthOf = (bytes) => bytes.length;
`;
type Work = {
  twice(number: number): number;
  refuse(reason: string): never;
  end(task: null): never;
  lengthOf(bytes: Uint8Array): number;
};

let directory: string;
let threads: Threads<Work>;
const opened = async (name: string, text: string): Promise<Threads<Work>> => {
  const path = join(directory, name);
  await writeFile(path, text);
  const filename = pathToFileURL(path).href;
  return openThreads({ log: silentLog, name: 'tests', filename, threadsMax: 1, idleMs: 1 });
};
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'threads-'));
  threads = await opened('work.mjs', MODULE);
});
afterAll(async () => {
  await threads.close();
  await rm(directory, { recursive: true, force: true });
});

test('a task is answered, and its thread ends when there is no other', async () => {
  expect(threads.isWarm()).toBe(false);
  expect(await threads.run('twice', 21)).toBe(42);
  await vi.waitFor(() => expect(threads.isWarm()).toBe(false), 5_000);
  expect(await threads.run('twice', 4)).toBe(8);
});

test('what is moved is not copied', async () => {
  const bytes = new Uint8Array(7);
  expect(await threads.run('lengthOf', bytes, [bytes.buffer])).toBe(7);
  expect(bytes.length).toBe(0);
});

test('a task that fails rejects with its reason, and the next one is done', async () => {
  const [refused, done] = await Promise.allSettled([threads.run('refuse', 'no'), threads.run('twice', 1)]);
  expect(refused).toMatchObject({ reason: new Error('no') });
  expect(done).toEqual({ status: 'fulfilled', value: 2 });
});

test('a thread that ends fails the task that it does, and one that waits is done', async () => {
  const [ended, done] = await Promise.allSettled([threads.run('end', null), threads.run('twice', 3)]);
  expect(ended).toMatchObject({ status: 'rejected' });
  expect(done).toEqual({ status: 'fulfilled', value: 6 });
});

test('a thread that cannot start fails its task, and the process lives on', async () => {
  const broken = await opened('broken.mjs', 'throw new Error("no thread");');
  await expect(broken.run('twice', 1)).rejects.toThrow('no thread');
  await broken.close();
});

test('threads that never had a task are closed at once', async () => {
  await (await opened('work.mjs', MODULE)).close();
});
