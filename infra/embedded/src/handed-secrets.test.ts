// Each process in containers is handed its own secrets, for its own group.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES, SERVICES } from '@tradeium/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HANDED, handOut } from './handed-secrets.ts';
import { writeSecrets } from './written-secrets.ts';

let home: string;
let groups: Map<string, number>;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'handed-'));
  groups = new Map();
});
afterEach(() => rm(home, { recursive: true }));

const from = () => join(home, 'secrets');
const to = () => join(home, 'handed');
/** Only root can give files to other groups. */
const note = async (path: unknown, _user: number, group: number) => void groups.set(String(path), group);
const hand = (env: NodeJS.ProcessEnv = {}) => handOut(from(), to(), env, note);
const handed = (process: string, name: string) => readFile(join(to(), process, name), 'utf8');
const modeOf = async (...path: string[]) => (await stat(join(to(), ...path))).mode & 0o777;

test('a process gets exactly what it needs, readable by its group alone', async () => {
  await writeSecrets(from());
  await hand();
  for (const [process, { group, secrets }] of Object.entries(HANDED)) {
    expect((await readdir(join(to(), process))).sort()).toEqual(secrets.toSorted());
    expect(groups.get(join(to(), process))).toBe(group);
    expect(await modeOf(process)).toBe(0o750);
    for (const name of secrets) expect(await modeOf(process, name)).toBe(0o440);
  }
  expect(new Set(Object.values(HANDED).map(({ group }) => group)).size).toBe(Object.keys(HANDED).length);
  const ofServices = SERVICE_NAMES.map((name) => HANDED[name]?.group ?? 0);
  const ofOthers = Object.entries(HANDED).flatMap(([name, { group }]) => (name in SERVICES ? [] : [group]));
  expect(Math.min(...ofServices)).toBeGreaterThan(Math.max(...ofOthers));
  expect(HANDED['strategy-runner']?.secrets).toEqual([
    'BLOBS_S3_ACCESS_KEY_ID',
    'BLOBS_S3_SECRET_ACCESS_KEY',
  ]);
});

test('a second time changes nothing, and keeps a rotated secret apart from the old one', async () => {
  await writeSecrets(from());
  await hand();
  const before = await handed('auth', 'MASTER_KEY');
  await hand();
  expect(await handed('auth', 'MASTER_KEY')).toBe(before);
  expect(await handed('trading', 'MASTER_KEY')).toBe(before);
  expect(await handed('auth', 'NATS_PASSWORD')).not.toBe(await handed('trading', 'NATS_PASSWORD'));
});

test("third parties' secrets come from the environment, those that are not set are empty", async () => {
  await writeSecrets(from());
  await hand({ SMTP_URL: 'smtps://user:secret@mail.example', NOWPAYMENTS_API_KEY: 'theirs' });
  expect(await handed('auth', 'SMTP_URL')).toBe('smtps://user:secret@mail.example');
  expect(await handed('credits-ledger', 'NOWPAYMENTS_API_KEY')).toBe('theirs');
  expect(await handed('agent', 'MODEL_API_KEY')).toBe('');
});

test("MongoDB's address has its password", async () => {
  await writeSecrets(from());
  await hand();
  const password = await handed('mongodb', 'MONGODB_PASSWORD');
  expect(await handed('backtest', 'MONGODB_URL')).toContain(`tradeium:${password}@mongodb:27017`);
});

test('all that is missing is named at once', async () => {
  await writeSecrets(from());
  await rm(join(from(), 'MASTER_KEY'));
  await rm(join(from(), 'CLAIM_KEY'));
  await expect(hand()).rejects.toThrow(/lacks MASTER_KEY, CLAIM_KEY:/);
});
