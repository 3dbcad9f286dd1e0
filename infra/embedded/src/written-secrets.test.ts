// The files of a deployment's secrets.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUS_USERS } from '@tradeium/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSecrets } from './written-secrets.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(directory, { recursive: true }));

const read = (name: string) => readFile(join(directory, name), 'utf8');

test('writes each secret once, for owner and group only, without a line break at its end', async () => {
  const written = await writeSecrets(directory);
  expect(written).toContain('auth/SIGNING_KEY');
  const before = await Promise.all(written.map(read));
  expect(new Set(before).size).toBe(written.length);
  expect(before.every((secret) => /^\S{40,}$/.test(secret))).toBe(true);
  const modes = await Promise.all(
    written.map(async (name) => (await stat(join(directory, name))).mode & 0o777),
  );
  expect([...new Set(modes)]).toEqual([0o640]);
  expect(await writeSecrets(directory)).toEqual([]);
  expect(await Promise.all(written.map(read))).toEqual(before);
});

test('lists the public key of each kind of process, and keeps those that stood there', async () => {
  await writeSecrets(directory);
  const first = (await read('SIGNING_PUBLIC_KEYS')).split('\n');
  expect(first.map((line) => line.split(':')[0])).toEqual([...BUS_USERS]);
  await rm(join(directory, 'auth/SIGNING_KEY'));
  expect(await writeSecrets(directory)).toEqual(['auth/SIGNING_KEY']);
  const second = (await read('SIGNING_PUBLIC_KEYS')).split('\n');
  expect(second).toHaveLength(first.length + 1);
  expect(second).toEqual(expect.arrayContaining(first));
});

test('gives each user of NATS the password of its file, also one that an operator has chosen', async () => {
  await writeSecrets(directory);
  await writeFile(join(directory, 'agent/NATS_PASSWORD'), 'chosen\n');
  await writeSecrets(directory);
  const configuration = await read('nats/server.conf');
  for (const user of BUS_USERS)
    expect(configuration).toContain(JSON.stringify((await read(`${user}/NATS_PASSWORD`)).trim()));
});
