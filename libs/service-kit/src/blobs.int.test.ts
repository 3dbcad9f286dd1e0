// Files are stored by content, whole or not at all, on this machine or through NATS.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventServer, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from './blobs.ts';

let server: EventServer;
let nc: NatsConnection;
const directories: string[] = [];

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
});
afterAll(async () => {
  await server.stop();
  await Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true })));
});

const newDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  directories.push(directory);
  return directory;
};
const HELLO = Buffer.from('hello');
const DIGEST = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

test('bytes come back under their SHA-256, and are kept once', async () => {
  const directory = await newDirectory();
  const blobs = openBlobs(nc, { directory, shared: true });
  expect(await Promise.all([blobs.put(HELLO), blobs.put(HELLO)])).toEqual([DIGEST, DIGEST]);
  expect(await blobs.get(DIGEST)).toEqual(HELLO);
  expect(await readdir(join(directory, '2c'))).toEqual([DIGEST]);
});

test('what one machine keeps, another one finds', async () => {
  await openBlobs(nc, { directory: await newDirectory(), shared: false }).put(HELLO);
  const elsewhere = openBlobs(nc, { directory: await newDirectory(), shared: false });
  expect(await elsewhere.get(DIGEST)).toEqual(HELLO);
});

test('what reaches the object store a moment late is found, as on a replica that is behind', async () => {
  const late = Buffer.from('late');
  const digest = createHash('sha256').update(late).digest('hex');
  const found = openBlobs(nc, { directory: await newDirectory(), shared: false }).get(digest);
  await openBlobs(nc, { directory: await newDirectory(), shared: false }).put(late);
  expect(await found).toEqual(late);
});

test('what is removed is gone, here and in the store behind', async () => {
  for (const shared of [true, false]) {
    const blobs = openBlobs(nc, { directory: await newDirectory(), shared });
    await blobs.put(HELLO);
    await blobs.remove(DIGEST);
    await blobs.remove(DIGEST);
    await expect(blobs.get(DIGEST)).rejects.toThrow(/missing/);
  }
});

test('an unknown digest, or text that is not a digest, is an error', async () => {
  const blobs = openBlobs(nc, { directory: await newDirectory(), shared: true });
  await expect(blobs.get('0'.repeat(64))).rejects.toThrow(/missing/);
  await expect(blobs.get('../../etc/passwd')).rejects.toThrow(/not a digest/);
});

test('a file that was left half written does not pass for a blob', async () => {
  const directory = await newDirectory();
  const blobs = openBlobs(nc, { directory, shared: true });
  await blobs.put(HELLO);
  await writeFile(join(directory, '2c', `${DIGEST}.leftover.part`), 'hel');
  expect(await blobs.get(DIGEST)).toEqual(HELLO);
});
