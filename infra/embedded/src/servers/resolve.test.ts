// The order in which ways to a program are tried, and the messages when they fail.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installInto, resolveProgram, type Way } from './resolve.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resolve-'));
});
afterAll(() => rm(folder, { recursive: true }));

const search = async (find: Way<string>[], get: Way<string>[]) => {
  const lines: string[] = [];
  const outcome = await resolveProgram({
    name: 'thing',
    find,
    get,
    advice: 'Install thing.',
    lockFile: join(folder, 'thing.lock'),
    progress: (line) => lines.push(line),
  }).catch((cause: Error) => cause.message);
  return { outcome, lines };
};

const finds = (what: string, result?: string): Way<string> => ({ what, take: async () => result });
const fails = (what: string): Way<string> => ({ what, take: () => Promise.reject(new Error('no network')) });
const mustNotBeTried: Way<string> = { what: 'late', take: () => Promise.reject(new Error('was tried')) };

test('takes the first that is found and gets nothing then', async () => {
  const { outcome, lines } = await search(
    [finds('PATH'), finds('cache', '/cache/thing'), mustNotBeTried],
    [mustNotBeTried],
  );
  expect(outcome).toBe('/cache/thing');
  expect(lines).toEqual([]);
});

test('continues after a way that fails and says why it failed', async () => {
  const { outcome, lines } = await search(
    [finds('PATH')],
    [fails('the download'), finds('the build', '/built/thing')],
  );
  expect(outcome).toBe('/built/thing');
  expect(lines).toEqual(['thing: the download failed (no network)']);
});

test('gives the advice in one line when no way is left', async () => {
  expect((await search([finds('PATH')], [fails('the download')])).outcome).toBe('Install thing.');
});

test('looks again after waiting for another start that was getting it', async () => {
  let got: string | undefined;
  let builds = 0;
  const cache: Way<string> = { what: 'the cache', take: async () => got };
  const build: Way<string> = {
    what: 'the build',
    take: async () => {
      builds++;
      got = '/cache/thing';
      return got;
    },
  };
  const outcomes = await Promise.all([search([cache], [build]), search([cache], [build])]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['/cache/thing', '/cache/thing']);
  expect(builds).toBe(1);
});

test('a program that does not run here is not installed, and no draft is left', async () => {
  const target = join(folder, 'thing-1.0');
  const make = (exitCode: number) => (draft: string) =>
    writeFile(join(draft, 'thing'), `#!/bin/sh\necho cannot run; exit ${exitCode}\n`, { mode: 0o755 });
  await expect(installInto(target, 'thing', make(3))).rejects.toThrow('it does not run here: cannot run');
  expect((await readdir(folder)).filter((name) => name.startsWith('thing-1.0'))).toEqual([]);
  expect(await installInto(target, 'thing', make(0))).toBe(join(target, 'thing'));
});
