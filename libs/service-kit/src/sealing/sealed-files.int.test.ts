// Files of users in a real store: read back, handed on with a key of their own, and gone with the user's key.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventServer, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Blobs, openBlobs } from '../blobs.ts';
import { type DataKeys, openDataKeys } from './data-keys.ts';
import { openFile, openUserFiles, type UserFiles } from './sealed-files.ts';

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
  blobs = openBlobs(nc, { directory, shared: true });
  keys = await openDataKeys(nc, ['a master key of the tests, long enough']);
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
  const { key = '' } = await files.keyOf('ann', digest);
  expect(openFile(Buffer.from(key, 'base64'), await blobs.get(digest))).toEqual(CONTENT);
  const other = await blobs.get(await files.put('ann', Buffer.from('another file')));
  expect(() => openFile(Buffer.from(key, 'base64'), other)).toThrow();
});

test('a changed bit is noticed', async () => {
  const digest = await files.put('ann', Buffer.from('exact'));
  const path = await blobs.path(digest);
  const stored = await readFile(path);
  stored[stored.length - 20] = (stored.at(-20) ?? 0) ^ 1;
  await writeFile(path, stored);
  await expect(files.get('ann', digest)).rejects.toThrow();
});

test('a file from before files were sealed is read as it is', async () => {
  const digest = await blobs.put(CONTENT);
  expect(await files.get('ann', digest)).toEqual(CONTENT);
  expect(await files.keyOf('ann', digest)).toEqual({});
});

test('it is unreadable once the key of its user is destroyed', async () => {
  const digest = await files.put('cat', CONTENT);
  await keys.destroy('cat');
  await expect(files.get('cat', digest)).rejects.toThrow('cannot be read any more');
});
