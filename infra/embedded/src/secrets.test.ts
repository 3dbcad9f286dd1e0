// The keys of a local system.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets, SECRET_NAMES } from './secrets.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(home, { recursive: true }));

test('makes 32 random bytes each, once, for the owner only', async () => {
  const first = await loadSecrets(home, {});
  expect(SECRET_NAMES.map((name) => Buffer.from(first[name], 'base64').length)).toEqual(
    SECRET_NAMES.map(() => 32),
  );
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  expect(await loadSecrets(home, {})).toEqual(first);
  expect((await stat(join(home, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('takes what the environment gives without keeping it', async () => {
  const given = await loadSecrets(home, { MASTER_KEY: 'given' });
  expect(given.MASTER_KEY).toBe('given');
  expect((await loadSecrets(home, {})).MASTER_KEY).not.toBe('given');
});

test('does not replace a file that cannot be read', async () => {
  await writeFile(join(home, 'secrets.json'), '{"MASTER_KEY":');
  await expect(loadSecrets(home, {})).rejects.toThrow('secrets.json cannot be read');
});
