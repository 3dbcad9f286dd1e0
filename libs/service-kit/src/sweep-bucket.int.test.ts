// Where processes share no directory, old blobs leave the object store, and each cache what its machine does not use.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectSweep, openObjectSweep } from '@tradeium/event-store';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepCacheSmall } from './blob-cache.ts';
import { type Blobs, openBlobs } from './blobs.ts';
import { openBlobSweep } from './open-blob-sweep.ts';
import { sweepCache } from './sweep-directory.ts';

let server: EventServer;
let nc: NatsConnection;
let directory: string;
let blobs: Blobs;
let objects: ObjectSweep;
let machines = 0;

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  blobs = machine();
  objects = await openObjectSweep(nc, 'BLOBS');
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A process of another machine: it finds only what the object store has. */
const machine = (): Blobs => {
  machines += 1;
  return openBlobs(nc, { directory: join(directory, `${machines}`), shared: false });
};
const store = () => openBlobSweep(nc, { directory, shared: false });

const HOUR_MS = 3_600_000;
const AN_HOUR_AGO = { unusedSinceMs: Date.now() - HOUR_MS };
const IN_AN_HOUR = { unusedSinceMs: Date.now() + HOUR_MS };
const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const ARROW = { begins: Buffer.from('ARROW1\0\0'), ends: Buffer.from('ARROW1') };
const arrow = (content: string) => Buffer.from(`ARROW1\0\0${content}ARROW1`);
/** Its last chunk is shorter than the ending. */
const LARGE = arrow('x'.repeat(2 * 131_072 + 3 - 14));

test('old files of the kind leave the object store, with notes of what was removed and what a crash left', async () => {
  const [small, large] = [await blobs.put(arrow('small')), await blobs.put(LARGE)];
  const stay = [
    await blobs.put(Buffer.from('ARROW1 = 1\nprint(ARROW1)')),
    await blobs.put(Buffer.from('ARROW1\0\0 cut off')),
    await blobs.put(Buffer.from('x')),
  ];
  await blobs.remove(await blobs.put(Buffer.from('removed')));
  await nc.jetstream().publish('$O.BLOBS.C.leftover', 'half');

  const young = await (await store()).ofKinds([{ ...ARROW, ...AN_HOUR_AGO }], AN_HOUR_AGO);
  expect(young).toEqual({ files: 0, bytes: 0 });
  expect([(await objects.names()).length, (await objects.nuids()).length]).toEqual([6, 6]);

  const old = await (await store()).ofKinds([{ ...ARROW, ...IN_AN_HOUR }], IN_AN_HOUR);
  expect(old).toEqual({ files: 2, bytes: 19 + LARGE.length });
  expect((await objects.names()).sort()).toEqual(stay.sort());
  expect(await objects.nuids()).toHaveLength(3);
  expect([await blobs.put(arrow('small')), await blobs.put(LARGE)]).toEqual([small, large]);
  expect(await machine().get(large)).toEqual(LARGE);
});

test('named blobs leave the object store after a time unused, and can be put again', async () => {
  const digest = await blobs.put(Buffer.from('named'));
  const digests = [digest, 'f'.repeat(64)];
  expect(await (await store()).named(digests, AN_HOUR_AGO)).toEqual({ files: 0, bytes: 0 });
  expect(await (await store()).named(digests, IN_AN_HOUR)).toEqual({ files: 1, bytes: 5 });
  expect(await objects.names()).not.toContain(digest);
  await blobs.put(Buffer.from('named'));
  expect((await machine().get(digest)).toString()).toBe('named');
});

test('a blob that is put again after it was found is not removed', async () => {
  const digest = await blobs.put(Buffer.from('contended'));
  const found = await objects.find(digest);
  if (!found) throw new Error('it was not stored');
  await blobs.put(Buffer.from('contended'));
  expect(await objects.remove(found)).toBe(false);
  expect((await machine().get(digest)).toString()).toBe('contended');
});

test('a blob that is put while it is being removed exists afterwards', async () => {
  const put = () => blobs.put(Buffer.from('contended'));
  const digest = await put();
  for (let round = 0; round < 20; round += 1) {
    const sweep = await store();
    await Promise.all([sweep.named([digest], IN_AN_HOUR), put()]);
    expect((await machine().get(digest)).toString()).toBe('contended');
  }
});

test('a cache loses what its machine has not used, and gets it back from the object store', async () => {
  const cache = join(directory, 'cache');
  const here = openBlobs(nc, { directory: cache, shared: false });
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
  const path = await openBlobs(nc, { directory: cache, shared: false })
    .put(Buffer.from('old'))
    .then((digest) => join(cache, digest.slice(0, 2), digest));
  await utimes(path, LONG_AGO, LONG_AGO);
  const stops: (() => Promise<void> | void)[] = [];
  keepCacheSmall(cache, silentLog, { onStop: (_name, stop) => void stops.push(stop) });
  await vi.waitFor(() => expect(existsSync(path)).toBe(false));
  for (const stop of stops) await stop();
});
