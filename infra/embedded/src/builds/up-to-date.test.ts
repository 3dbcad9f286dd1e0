// When a build is repeated.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bringUpToDate } from './up-to-date.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'));
  await mkdir(join(folder, 'source', 'node_modules'), { recursive: true });
  await writeFile(join(folder, 'source', 'a.ts'), 'one');
});
afterEach(() => rm(folder, { recursive: true }));

const build = (content: string) =>
  bringUpToDate({
    inputs: [join(folder, 'source')],
    output: join(folder, 'out', 'bundle.js'),
    make: (draft) => writeFile(draft, content),
  });
const built = () => readFile(join(folder, 'out', 'bundle.js'), 'utf8');

test('builds once for the same inputs', async () => {
  expect(await build('first')).toBe(true);
  expect(await build('second')).toBe(false);
  expect(await built()).toBe('first');
});

test('builds again when a file changes, appears or is renamed, but not for tests and packages', async () => {
  await build('first');
  await writeFile(join(folder, 'source', 'a.ts'), 'two');
  expect(await build('second')).toBe(true);
  await writeFile(join(folder, 'source', 'b.ts'), '');
  expect(await build('third')).toBe(true);
  await writeFile(join(folder, 'source', 'a.test.ts'), 'a test');
  await writeFile(join(folder, 'source', 'node_modules', 'package.json'), '{}');
  expect(await build('fourth')).toBe(false);
  expect(await built()).toBe('third');
});

test('builds again when the output is gone', async () => {
  await build('first');
  await rm(join(folder, 'out', 'bundle.js'));
  expect(await build('second')).toBe(true);
  expect(await built()).toBe('second');
});

test('keeps the old output, and nothing half made, when a build fails', async () => {
  await build('first');
  await writeFile(join(folder, 'source', 'a.ts'), 'broken');
  const failing = bringUpToDate({
    inputs: [join(folder, 'source')],
    output: join(folder, 'out', 'bundle.js'),
    make: async (draft) => {
      await writeFile(draft, 'half');
      throw new Error('syntax error');
    },
  });
  await expect(failing).rejects.toThrow('syntax error');
  expect(await built()).toBe('first');
  expect((await readdir(join(folder, 'out'))).sort()).toEqual(['bundle.js', 'bundle.js.inputs']);
});
