// Blobs in a real object store: whole or not at all, found by every machine, and never waited for without end.
import { hash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FlakyLink,
  openFlakyLink,
  openStallingLink,
  type S3Server,
  type StallingLink,
  startS3,
} from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOutage } from '../requests/outage.ts';
import { blobsConfig } from '../settings/blob-settings.ts';
import { blobAccessOf } from './blob-access.ts';
import type { Blobs } from './blob-store.ts';
import { openBlobs } from './blobs.ts';

let server: S3Server;
let flaky: FlakyLink;
let stalling: StallingLink;
const directories: string[] = [];

beforeAll(async () => {
  server = await startS3();
  flaky = await openFlakyLink(server.url);
  stalling = await openStallingLink(server.url);
});
afterAll(async () => {
  await Promise.all([flaky.close(), stalling.close()]);
  await server.stop();
  await Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true })));
});

/** The blobs as a process of another machine sees them. */
const machine = async (settings: Record<string, string> = {}): Promise<Blobs & { cache: string }> => {
  const cache = await mkdtemp(join(tmpdir(), 'blobs-'));
  directories.push(cache);
  const environment = { ...server.environment, BLOBS_DIRECTORY: cache, ...settings };
  return { ...openBlobs(blobAccessOf(blobsConfig.parse(environment))), cache };
};
const through = (link: { url: string }) => machine({ BLOBS_S3_ENDPOINT: link.url });

const LARGE = randomBytes(24 << 20);
const digestOf = (bytes: Buffer) => hash('sha256', bytes);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => cause,
  );

test('what one machine keeps, another one finds, and reads from its own disk from then on', async () => {
  const [here, there] = [await machine(), await machine()];
  for (const bytes of [Buffer.from('hello'), Buffer.alloc(0), LARGE]) {
    const digest = await here.put(bytes);
    expect(digest).toBe(digestOf(bytes));
    const both = await Promise.all([there.get(digest), there.get(digest)]);
    expect(both.every((found) => found.equals(bytes))).toBe(true);
  }
  await server.kill();
  expect((await there.get(digestOf(LARGE))).equals(LARGE)).toBe(true);
  await server.restart();
});

test('what is removed is gone, here and in the store; and text that is not a digest is an error', async () => {
  const here = await machine();
  const digest = await here.put(Buffer.from('removed'));
  await here.remove(digest);
  await here.remove(digest);
  await expect(here.get(digest)).rejects.toThrow(/missing/);
  await expect((await machine()).get(digest)).rejects.toThrow(/missing/);
  await expect(here.get('../../etc/passwd')).rejects.toThrow(/not a digest/);
});

test('bytes that are not those of the digest are refused and not kept', async () => {
  const { S3Client, PutObjectCommand } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint: server.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: server.environment.BLOBS_S3_ACCESS_KEY_ID,
      secretAccessKey: server.environment.BLOBS_S3_SECRET_ACCESS_KEY,
    },
  });
  const digest = digestOf(Buffer.from('whole'));
  const Key = `blobs/${digest.slice(0, 2)}/${digest}`;
  await client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: 'damaged' }));
  client.destroy();
  const here = await machine();
  await expect(here.get(digest)).rejects.toThrow(`blob ${digest} is damaged`);
  expect(await readdir(join(here.cache, digest.slice(0, 2)))).toEqual([]);
  await here.put(Buffer.from('whole'));
  expect((await (await machine()).get(digest)).toString()).toBe('whole');
});

test('a request outlasts a short outage of the store', async () => {
  const here = await through(flaky);
  flaky.cut();
  const put = here.put(Buffer.from('patient'));
  await expect.poll(async () => (await here.problem())?.isAway).toBe(true);
  flaky.mend();
  expect((await (await machine()).get(await put)).toString()).toBe('patient');
});

test('a store that stays away, or answers nothing, is an outage after a few requests', async () => {
  const cut = await through(flaky);
  flaky.cut();
  const away = await failureOf(cut.put(Buffer.from('away')));
  flaky.mend();
  expect(isOutage(away)).toBe(true);
  expect(String(away)).toContain('does not answer');
  const silent = await through(stalling);
  stalling.stall('GET');
  expect(isOutage(await failureOf(silent.get(digestOf(LARGE))))).toBe(true);
  expect(stalling.stalls()).toBeLessThanOrEqual(2);
  stalling.mend();
  expect((await silent.get(digestOf(LARGE))).equals(LARGE)).toBe(true);
});

test('a file that stalls in the middle is fetched again, and its connection is not kept', async () => {
  const here = await through(stalling);
  stalling.stallAfter(1 << 20);
  const found = here.get(digestOf(LARGE));
  await stalling.stalled();
  stalling.mend();
  expect((await found).equals(LARGE)).toBe(true);
});

test('what is wrong on this machine is not taken for an outage of the store', async () => {
  const here = await machine();
  const digest = await here.put(Buffer.from('no room'));
  const elsewhere = await machine();
  await writeFile(join(elsewhere.cache, digest.slice(0, 2)), 'in the way');
  const failure = await failureOf(elsewhere.get(digest));
  expect(isOutage(failure)).toBe(false);
  expect(String(failure)).toMatch(/EEXIST|ENOTDIR/);
});
