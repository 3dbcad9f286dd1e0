// A mapped file reads like its bytes, outlives its replacement, and gives its memory back.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { openMapped } from './mapped-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'mapped-'));
afterAll(() => rmSync(directory, { recursive: true }));

const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

test('the bytes are those of the file, also of one larger than a page and of an empty one', async () => {
  const large = Uint8Array.from({ length: 20_001 }, (_, index) => index % 251);
  expect(await openMapped(fileOf('large', large))).toEqual(large);
  expect(await openMapped(fileOf('empty', ''))).toEqual(new Uint8Array(0));
});

test('a file that is replaced stays as it was for its open readers', async () => {
  const path = fileOf('candles', 'old');
  const bytes = await openMapped(path);
  renameSync(fileOf('candles.part', 'new and longer'), path);
  expect(Buffer.from(bytes).toString()).toBe('old');
  expect(Buffer.from(await openMapped(path)).toString()).toBe('new and longer');
});

test('what is written into it stays out of the file', async () => {
  const path = fileOf('shared', 'abc');
  (await openMapped(path)).fill(0);
  expect(readFileSync(path, 'utf8')).toBe('abc');
});

test('a missing file is an ENOENT', async () => {
  await expect(openMapped(join(directory, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
});

const mappings = (path: string): number =>
  readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(path)).length;

test.runIf(process.platform === 'linux')('unreachable memory is unmapped', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const path = fileOf('given-back', 'x'.repeat(10_000));
  const kept = new Uint8Array((await openMapped(path)).buffer, 0, 10);
  for (let times = 0; times < 50; times += 1) await openMapped(path);
  expect(mappings(path)).toBeGreaterThan(1);
  await expect
    .poll(
      () => {
        collect();
        return mappings(path);
      },
      // A large heap is collected slowly.
      { timeout: 10_000 },
    )
    .toBe(1);
  expect(kept[9]).toBe('x'.charCodeAt(0));
});
