// Files are stored by content in a directory, whole or not at all.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBlobs } from './blobs.ts';

const directories: string[] = [];

afterAll(async () => {
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
  const blobs = openBlobs({ directory });
  expect(await Promise.all([blobs.put(HELLO), blobs.put(HELLO)])).toEqual([DIGEST, DIGEST]);
  expect(await blobs.get(DIGEST)).toEqual(HELLO);
  expect(await readdir(join(directory, '2c'))).toEqual([DIGEST]);
});

test('what is removed is gone', async () => {
  const blobs = openBlobs({ directory: await newDirectory() });
  await blobs.put(HELLO);
  await blobs.remove(DIGEST);
  await blobs.remove(DIGEST);
  await expect(blobs.get(DIGEST)).rejects.toThrow(/missing/);
});

test('an unknown digest, or text that is not a digest, is an error', async () => {
  const blobs = openBlobs({ directory: await newDirectory() });
  await expect(blobs.get('0'.repeat(64))).rejects.toThrow(/missing/);
  await expect(blobs.get('../../etc/passwd')).rejects.toThrow(/not a digest/);
});

test('a file that was left half written does not pass for a blob', async () => {
  const directory = await newDirectory();
  const blobs = openBlobs({ directory });
  await blobs.put(HELLO);
  await writeFile(join(directory, '2c', `${DIGEST}.leftover.part`), 'hel');
  expect(await blobs.get(DIGEST)).toEqual(HELLO);
});

test('a directory that cannot be used is a problem that names its setting', async () => {
  const directory = await newDirectory();
  expect(await openBlobs({ directory: join(directory, 'new') }).problem()).toBe(null);
  await writeFile(join(directory, 'file'), '');
  expect(await openBlobs({ directory: join(directory, 'file', 'blobs') }).problem()).toEqual({
    reason: expect.stringMatching(/BLOBS_DIRECTORY cannot be written \(ENOTDIR\)/),
    isAway: false,
  });
});
