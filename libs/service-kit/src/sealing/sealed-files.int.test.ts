// Files of users in a real store: read back, handed on with their own key, and gone with the user's key.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type EventServer, MASTER_KEY, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Blobs } from '../blobs/blob-store.ts';
import { openBlobs } from '../blobs/blobs.ts';
import { type DataKeys, openDataKeys } from './data-keys.ts';
import { openSealedFile, openUserFiles, type UserFiles } from './sealed-files.ts';

const CONTENT = Buffer.from('def strategy(candles, settings): ...');
let server: EventServer;
let directory: string;
let blobs: Blobs;
let keys: DataKeys;
let files: UserFiles;
beforeAll(async () => {
  server = await startEventServer();
  directory = await mkdtemp(join(tmpdir(), 'sealed-files-'));
  const nc = await server.connect();
  blobs = openBlobs({ directory });
  keys = await openDataKeys(nc, [MASTER_KEY]);
  files = openUserFiles(blobs, keys);
});
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('a file is stored sealed, once, and read back by its user', async () => {
  const digest = await files.put('ann', CONTENT);
  expect(await files.put('ann', CONTENT)).toBe(digest);
  expect(await files.put('ben', CONTENT)).not.toBe(digest);
  expect((await readFile(await blobs.path(digest))).includes('strategy')).toBe(false);
  expect(await files.get('ann', digest)).toEqual(CONTENT);
  await expect(files.get('ben', digest)).rejects.toThrow();
});

test('its key opens this file and no other', async () => {
  const digest = await files.put('ann', CONTENT);
  const key = await files.keyOf('ann', digest);
  const fileKey = Buffer.from(key, 'base64');
  const { size, read } = await openSealedFile(fileKey, await blobs.path(digest));
  expect(await buffer(read(0, size - 1))).toEqual(CONTENT);
  const other = await blobs.path(await files.put('ann', Buffer.from('another file')));
  await expect(openSealedFile(fileKey, other)).rejects.toThrow();
});

test('any part of it is read as it was stored', async () => {
  const content = randomBytes(200_000);
  const digest = await files.put('ann', content);
  const key = await files.keyOf('ann', digest);
  const { read } = await openSealedFile(Buffer.from(key, 'base64'), await blobs.path(digest));
  for (const [start, end] of [
    [0, 0],
    [15, 16],
    [31, 70_000],
    [131_071, 131_073],
    [199_999, 199_999],
  ] as const)
    expect((await buffer(read(start, end))).equals(content.subarray(start, end + 1))).toBe(true);
});

test('an empty file can be sealed too, and a piece of a sealed file does not open', async () => {
  const digest = await files.put('ann', Buffer.alloc(0));
  const key = await files.keyOf('ann', digest);
  const path = await blobs.path(digest);
  expect((await openSealedFile(Buffer.from(key, 'base64'), path)).size).toBe(0);
  await writeFile(path, (await readFile(path)).subarray(0, 20));
  await expect(openSealedFile(Buffer.from(key, 'base64'), path)).rejects.toThrow();
});

test('a changed bit is noticed', async () => {
  const digest = await files.put('ann', Buffer.from('exact'));
  const path = await blobs.path(digest);
  const stored = await readFile(path);
  stored[stored.length - 20] = (stored.at(-20) ?? 0) ^ 1;
  await writeFile(path, stored);
  await expect(files.get('ann', digest)).rejects.toThrow();
  const key = await files.keyOf('ann', digest);
  await expect(openSealedFile(Buffer.from(key, 'base64'), path)).rejects.toThrow();
});

test('it is unreadable once the key of its user is destroyed', async () => {
  const digest = await files.put('cat', CONTENT);
  await keys.destroy('cat');
  await expect(files.get('cat', digest)).rejects.toThrow('cannot be read any more');
});
