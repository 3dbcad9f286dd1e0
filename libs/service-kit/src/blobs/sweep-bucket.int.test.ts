// In an object store old blobs of a kind, and old named ones, go; a put at the same time is never lost.
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3Server, silentLog, startS3 } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { blobsConfig } from '../settings/blob-settings.ts';
import { type BlobAccess, blobAccessOf } from './blob-access.ts';
import { keepCacheSmall } from './blob-cache.ts';
import type { Blobs } from './blob-store.ts';
import { openBlobs } from './blobs.ts';
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts';
import { keyOfBlob, marksOfBlob, sweepOfBucket } from './sweep-bucket.ts';
import { sweepCache } from './sweep-directory.ts';

let server: S3Server;
let access: BlobAccess & { s3: NonNullable<BlobAccess['s3']> };
let bucket: S3Bucket;
let directory: string;
let blobs: Blobs;
let machines = 0;

beforeAll(async () => {
  server = await startS3();
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  const { s3 } = blobAccessOf(blobsConfig.parse(server.environment));
  if (!s3) throw new Error('no object store');
  access = { directory, s3 };
  bucket = openS3Bucket(s3);
  blobs = machine();
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A process of another machine: it finds only what the object store has. */
const machine = (): Blobs => {
  machines += 1;
  return openBlobs({ ...access, directory: join(directory, `${machines}`) });
};
const store = () => sweepOfBucket(bucket);
const keys = async (prefix = 'blobs/') => {
  const found: string[] = [];
  for await (const { key } of bucket.list(prefix)) found.push(key);
  return found;
};

const HOUR_MS = 3_600_000;
const AN_HOUR_AGO = { unusedSinceMs: Date.now() - HOUR_MS };
const IN_AN_HOUR = { unusedSinceMs: Date.now() + HOUR_MS };
const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const ARROW = { begins: Buffer.from('ARROW1\0\0'), ends: Buffer.from('ARROW1') };
const arrow = (content: string) => Buffer.from(`ARROW1\0\0${content}ARROW1`);
const LARGE = arrow('x'.repeat(300_000));

test('old files of the kind leave the store, with the marks that a killed sweep left', async () => {
  const [small, large] = [await blobs.put(arrow('small')), await blobs.put(LARGE)];
  const stay = [
    await blobs.put(Buffer.from('ARROW1 = 1\nprint(ARROW1)')),
    await blobs.put(Buffer.from('ARROW1\0\0 cut off')),
    await blobs.put(Buffer.from('x')),
    await blobs.put(Buffer.alloc(0)),
  ];
  await bucket.put(`${marksOfBlob('f'.repeat(64))}left`, Buffer.alloc(0));

  const young = await store().ofKinds([{ ...ARROW, ...AN_HOUR_AGO }], AN_HOUR_AGO);
  expect(young).toEqual({ files: 0, bytes: 0 });
  expect([(await keys()).length, (await keys('sweeping/')).length]).toEqual([6, 1]);

  const old = await store().ofKinds([{ ...ARROW, ...IN_AN_HOUR }], IN_AN_HOUR);
  expect(old).toEqual({ files: 2, bytes: 19 + LARGE.length });
  expect(await keys()).toEqual(stay.map(keyOfBlob).sort());
  expect(await keys('sweeping/')).toEqual([]);
  expect([await blobs.put(arrow('small')), await blobs.put(LARGE)]).toEqual([small, large]);
  expect(await machine().get(large)).toEqual(LARGE);
});

test('named blobs leave the store after a time unused, and can be put again', async () => {
  const digest = await blobs.put(Buffer.from('named'));
  const digests = ['f'.repeat(64), digest, 'not a digest', '0'.repeat(64)];
  expect(await store().named(digests, AN_HOUR_AGO)).toEqual({ files: 0, bytes: 0 });
  expect(await store().named([], IN_AN_HOUR)).toEqual({ files: 0, bytes: 0 });
  expect(await store().named(digests, IN_AN_HOUR)).toEqual({ files: 1, bytes: 5 });
  expect(await keys()).not.toContain(keyOfBlob(digest));
  await blobs.put(Buffer.from('named'));
  expect((await machine().get(digest)).toString()).toBe('named');
});

test('a list of more than a page is read to its end', async () => {
  const many = Array.from({ length: 1_100 }, (_, n) => hash('sha256', `many ${n}`));
  for (let from = 0; from < many.length; from += 50)
    await Promise.all(
      many.slice(from, from + 50).map((digest) => bucket.put(keyOfBlob(digest), Buffer.from('m'))),
    );
  const [first = '', ...others] = many.sort();
  const last = others.slice(-5);
  expect(await store().named([first, ...last], IN_AN_HOUR)).toEqual({ files: 6, bytes: 6 });
  expect((await keys()).filter((key) => many.some((digest) => key === keyOfBlob(digest)))).toHaveLength(
    1_094,
  );
});

/** A sweep that found the blob old, whatever is put meanwhile: `atStep` runs at its steps. */
const sweepWithSteps = (digest: string, atStep: (step: 'marked' | 'found' | 'removed') => Promise<unknown>) =>
  sweepOfBucket({
    ...bucket,
    list: async function* () {
      yield { key: keyOfBlob(digest), size: 1, writtenAtMs: 0, ageMs: HOUR_MS };
    },
    put: async (key, bytes) => {
      await bucket.put(key, bytes);
      await atStep('marked');
    },
    find: async (key) => {
      // As the store would have answered before the put of this test.
      const found = await bucket.find(key);
      await atStep('found');
      return found && { ...found, writtenAtMs: 0 };
    },
    remove: async (key) => {
      await bucket.remove(key);
      if (key === keyOfBlob(digest)) await atStep('removed');
    },
  }).named([digest], AN_HOUR_AGO);

test.each(['marked', 'found', 'removed'] as const)(
  'a put that begins when a sweep has %s is not lost',
  async (when) => {
    const content = Buffer.from(`contended ${when}`);
    const digest = await blobs.put(content);
    let put: Promise<string> | undefined;
    await sweepWithSteps(digest, async (step) => {
      if (step !== when) return;
      put = blobs.put(content);
      // The sweep goes on in the middle of it.
      await Promise.race([
        put,
        vi.waitFor(async () => expect(await bucket.find(keyOfBlob(digest))).not.toBe(null)),
      ]);
    });
    expect(await put).toBe(digest);
    expect(await machine().get(digest)).toEqual(content);
  },
);

test('puts and sweeps at the same time lose nothing', async () => {
  const content = Buffer.from('contended');
  const put = () => blobs.put(content);
  const digest = await put();
  for (let round = 0; round < 5; round += 1) {
    // Times have whole seconds: puts until here are old, later ones are not.
    const nowMs = Math.ceil(Date.now() / 1_000) * 1_000;
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThanOrEqual(nowMs), 2_000);
    const sweep = () => store().named([digest], { unusedSinceMs: nowMs });
    await Promise.all([sweep(), sweep(), put(), sweep(), put()]);
    expect(await machine().get(digest)).toEqual(content);
  }
});

test('a cache loses what its machine has not used, and gets it back from the store', async () => {
  const cache = join(directory, 'cache');
  const here = openBlobs({ ...access, directory: cache });
  const unused = await here.put(Buffer.from('unused'));
  const read = await here.put(Buffer.from('read'));
  const [unusedPath, readPath] = [await here.path(unused), await here.path(read)];
  const leftover = `${unusedPath}.leftover.part`;
  await writeFile(leftover, 'half');
  for (const path of [unusedPath, readPath, leftover]) await utimes(path, LONG_AGO, LONG_AGO);
  await here.get(read);
  const swept = await Promise.all([sweepCache(cache, AN_HOUR_AGO), sweepCache(cache, AN_HOUR_AGO)]);
  expect(swept.reduce((files, part) => files + part.files, 0)).toBe(1);
  expect([unusedPath, readPath, leftover].map(existsSync)).toEqual([false, true, false]);
  expect((await here.get(unused)).toString()).toBe('unused');
});

test('a process sweeps its cache when it starts', async () => {
  const cache = join(directory, 'kept small');
  const path = await openBlobs({ ...access, directory: cache })
    .put(Buffer.from('old'))
    .then((digest) => join(cache, digest.slice(0, 2), digest));
  await utimes(path, LONG_AGO, LONG_AGO);
  const stops: (() => Promise<void> | void)[] = [];
  keepCacheSmall(cache, silentLog, { onStop: (_name, stop) => void stops.push(stop) });
  await vi.waitFor(() => expect(existsSync(path)).toBe(false));
  for (const stop of stops) await stop();
});
