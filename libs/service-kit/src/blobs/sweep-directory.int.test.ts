// In a shared directory old blobs of a kind, and old named ones, go; new ones, those put again and all others stay.
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlobSweep } from './blob-sweep.ts';
import { openBlobs } from './blobs.ts';

let directory: string;
let store: BlobSweep;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  store = openBlobs({ directory }).sweep();
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const sweep = {
  unusedSinceMs: Date.parse('2026-06-01T00:00:00Z'),
  begins: Buffer.from('ARROW1\0\0'),
  ends: Buffer.from('ARROW1'),
};
const arrow = (content: string) => Buffer.from(`ARROW1\0\0${content}ARROW1`);

test('only old files of the kind are removed, and what a crash left; what is put again counts as new', async () => {
  const blobs = openBlobs({ directory });
  const put = async (bytes: Buffer, written = LONG_AGO) => {
    const digest = await blobs.put(bytes);
    await utimes(await blobs.path(digest), written, written);
    return digest;
  };
  const old = await put(arrow('old'));
  const stay = [
    await put(arrow('new'), new Date('2026-06-02T00:00:00Z')),
    await put(Buffer.from('ARROW1 = 1\nprint(ARROW1)')),
    await put(Buffer.from('ARROW1\0\0 cut off')),
    await put(Buffer.from('x')),
    await put(arrow('again')),
  ];
  await blobs.put(arrow('again'));
  const leftover = join(directory, old.slice(0, 2), `${old}.leftover.part`);
  await writeFile(leftover, arrow('half'));
  await utimes(leftover, LONG_AGO, LONG_AGO);
  await writeFile(join(directory, old.slice(0, 2), `${old}.young.part`), arrow('half'));

  const elsewhere = openBlobs({ directory: join(directory, 'not there') }).sweep();
  expect(await elsewhere.ofKinds([sweep], sweep)).toEqual({ files: 0, bytes: 0 });
  expect(await store.ofKinds([sweep], sweep)).toEqual({ files: 1, bytes: 17 });
  const names = (await readdir(directory, { recursive: true })).map((name) => name.slice(3));
  expect(names.filter((name) => /^[0-9a-f]{64}$/.test(name)).sort()).toEqual(stay.sort());
  expect(names).not.toContain(`${old}.leftover.part`);
  expect(names).toContain(`${old}.young.part`);
  expect(await blobs.put(arrow('old'))).toBe(old);
  expect(await blobs.get(old)).toEqual(arrow('old'));
});

test('named blobs are removed after a time unused, and can be put again', async () => {
  const blobs = openBlobs({ directory });
  const put = async (text: string, written: Date) => {
    const digest = await blobs.put(Buffer.from(text));
    await utimes(await blobs.path(digest), written, written);
    return digest;
  };
  const old = await put('old', LONG_AGO);
  const young = await put('young', new Date('2026-06-02T00:00:00Z'));
  const unknown = 'f'.repeat(64);
  expect(await store.named([old, young, unknown], sweep)).toEqual({ files: 1, bytes: 3 });
  await expect(blobs.get(old)).rejects.toThrow('is missing');
  expect((await blobs.get(young)).toString()).toBe('young');
  expect(await blobs.put(Buffer.from('old'))).toBe(old);
  expect((await blobs.get(old)).toString()).toBe('old');
});

test('a blob that is put while it is being removed exists afterwards', async () => {
  const blobs = openBlobs({ directory });
  for (let round = 0; round < 50; round += 1) {
    const digest = await blobs.put(Buffer.from('contended'));
    await utimes(await blobs.path(digest), LONG_AGO, LONG_AGO);
    await Promise.all([store.named([digest], sweep), blobs.put(Buffer.from('contended'))]);
    expect((await blobs.get(digest)).toString()).toBe('contended');
  }
});
