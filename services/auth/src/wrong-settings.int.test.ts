// A process that is set up wrongly ends at its start, with one line of its log that names the cure of everything that is wrong.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDataKeys } from '@tradeium/service-kit';
import { type EventServer, natsLogin, signingKeys, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAIM_KEY, MASTER_KEY, SESSION_SECRET } from '../tests/auth-under-test.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

let directory: string;
let server: EventServer;
let right: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-wrong-settings-'));
  server = await startEventServer();
  right = {
    ...{ SESSION_SECRET, CLAIM_KEY, MASTER_KEY, PUBLIC_URL: 'http://localhost:4000' },
    ...{ NATS_URL: server.url, NATS_MONITORING_URL: server.monitoringUrl, ...natsLogin('auth') },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'tradeium@localhost', HEALTH_PORT: '0' },
    ...signingKeys('auth'),
    BLOBS_DIRECTORY: join(directory, 'blobs'),
  };
});
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

type Line = {
  readonly level: string;
  readonly msg: string;
  readonly problems?: readonly string[];
  readonly err?: { readonly message: string };
};

/** The line that it prints before it ends; fails when that is not one line. */
const lastWords = async (wrong: Record<string, string>): Promise<Line> => {
  const env = { PATH: process.env.PATH, EXIT_WITH_PARENT: '1', ...right, ...wrong };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => lines.push(line));
  const [code] = await once(child, 'close');
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(/^\{"level":"error"/)] });
  return JSON.parse(lines[0] ?? '') as Line;
};

test('everything that is wrong with the variables is named at once, and no value', async () => {
  const wrong = {
    ...{ SESSION_SECRET: 'short', MASTER_KEY: '', CLAIM_KEY_FILE: join(directory, 'missing') },
    ...{ NATS_PASSWORD: '', TEMPORAL_TLS_KEY: 'a key', MONGODB_URL: 'mongo:27017', HEALTH_PORT: '99999' },
    BLOBS_S3_ENDPOINT: 'http://s3:7070',
  };
  const { problems = [], ...line } = await lastWords(wrong);
  expect(line.msg).toBe('the configuration is not valid');
  for (const name of Object.keys(wrong)) expect(problems.join('\n')).toContain(name);
  expect(problems.join('\n')).not.toMatch(/short|a key|mongo:27017|\[secret\]/);
});

test('the login of another kind of process is refused before anything is asked', async () => {
  expect((await lastWords(natsLogin('gateway'))).problems).toEqual([
    'NATS_USER is wrong: it is that of gateway, and this is auth',
  ]);
});

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'the password of another kind of process',
    () => ({ NATS_PASSWORD: natsLogin('trading').NATS_PASSWORD }),
    /refuses the login of auth .*set NATS_USER and NATS_PASSWORD/,
  ],
  [
    'the key for signatures of another kind of process',
    () => ({ SIGNING_KEY: signingKeys('trading').SIGNING_KEY }),
    /SIGNING_PUBLIC_KEYS lacks the key of auth that belongs to its SIGNING_KEY/,
  ],
  [
    'a directory that is a file',
    () => ({ BLOBS_DIRECTORY: join(directory, 'file', 'blobs') }),
    /BLOBS_DIRECTORY cannot be written \(ENOTDIR\): give it to the user of this process/,
  ],
  [
    'an address that this machine does not have',
    () => ({ HEALTH_HOST: '203.0.113.1' }),
    /set HEALTH_HOST to one that it has/,
  ],
  ['too few replicas', () => ({ NATS_REPLICAS: '3' }), /AUTH has 1 of 3 replicas: add them with/],
])('%s is named with its cure', async (_, wrong, cure) => {
  await writeFile(join(directory, 'file'), '');
  expect((await lastWords(wrong())).err?.message).toMatch(cure);
});

test('a health port that is taken is named with its cure', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as { port: number };
  const { err } = await lastWords({ HEALTH_PORT: String(port) });
  expect(err?.message).toMatch(
    `port ${port} of 127.0.0.1 is taken: end what listens there, or set HEALTH_PORT`,
  );
  other.close();
});

test('the master key of another system is refused, before it wraps anything', async () => {
  await (await openDataKeys(await server.connect(), [MASTER_KEY])).ensure('ada');
  const other = 'the master key of another system, long enough';
  const { err } = await lastWords({ MASTER_KEY: other });
  expect(err?.message).toMatch(/another MASTER_KEY has wrapped the keys of users: set that one/);
});
