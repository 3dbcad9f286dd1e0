// Connections to a NATS server that asks who is asking, and to one that shows a certificate and wants one.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningNats, startNats } from '@tradeium/embedded';
import { nkeys } from 'nats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { connectNats } from './connections.ts';
import { openLog } from './log.ts';
import { natsAccessConfig } from './server-access.ts';

const log = openLog('test', 'silent');
let directory: string;
let server: RunningNats | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-access-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(directory, { recursive: true });
});

const start = async (...configuration: string[]): Promise<string> => {
  server = await startNats({ dataDirectory: join(directory, 'nats'), configuration });
  return server.url;
};

/** Connects and asks the server something. */
const ask = async (environment: Record<string, string>): Promise<void> => {
  const nc = await connectNats(readConfig(natsAccessConfig, environment), 'operator', log);
  try {
    await nc.flush();
    const manager = await nc.jetstreamManager();
    await manager.getAccountInfo();
  } finally {
    await nc.close();
  }
};

describe('a server with users', () => {
  test('takes a name and a password, from the address and from variables', async () => {
    const url = await start('authorization { users = [{ user: "svc", password: "s@crt" }] }');
    await ask({ NATS_URL: url.replace('//', '//svc:s%40crt@') });
    await ask({ NATS_URL: url, NATS_USER: 'svc', NATS_PASSWORD: 's@crt' });
    await expect(ask({ NATS_URL: url, NATS_USER: 'svc', NATS_PASSWORD: 'wrong' })).rejects.toThrow(
      /AUTHORIZATION|Authorization/,
    );
    await expect(ask({ NATS_URL: url })).rejects.toThrow(/AUTHORIZATION|Authorization/);
  });

  test('takes the seed of a key', async () => {
    const user = nkeys.createUser();
    const url = await start(`authorization { users = [{ nkey: "${user.getPublicKey()}" }] }`);
    const seed = new TextDecoder().decode(user.getSeed());
    await ask({ NATS_URL: url, NATS_NKEY_SEED: seed });
    const other = new TextDecoder().decode(nkeys.createUser().getSeed());
    await expect(ask({ NATS_URL: url, NATS_NKEY_SEED: other })).rejects.toThrow(
      /AUTHORIZATION|Authorization/,
    );
  });
});

const run = promisify(execFile);

/** A key with a certificate, signed by an authority of our own, or that authority itself. */
const certificate = async (name: string, authority?: string): Promise<void> => {
  const file = (ending: string) => join(directory, `${name}.${ending}`);
  const subject = [
    '-subj',
    `/CN=${name}`,
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
  ];
  const signed =
    authority === undefined
      ? []
      : ['-CA', join(directory, `${authority}.pem`), '-CAkey', join(directory, `${authority}.key`)];
  const names = authority === undefined ? [] : ['-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', [
    ...['req', '-x509', '-days', '2', ...subject, ...signed, ...names],
    ...['-keyout', file('key'), '-out', file('pem')],
  ]);
};
const pem = (file: string) => readFile(join(directory, file), 'utf8');

test('a server with certificates takes those of its authority, and is itself checked', async () => {
  await certificate('authority');
  await certificate('server', 'authority');
  await certificate('client', 'authority');
  await certificate('stranger');
  const path = (file: string) => JSON.stringify(join(directory, file));
  const url = await start(
    `tls { cert_file: ${path('server.pem')}, key_file: ${path('server.key')}, ca_file: ${path('authority.pem')}, verify: true }`,
  );
  const trusted = { NATS_URL: url, NATS_TLS_CA_FILE: join(directory, 'authority.pem') };
  const own = { NATS_TLS_CERTIFICATE: await pem('client.pem'), NATS_TLS_KEY: await pem('client.key') };
  await ask({ ...trusted, ...own });
  const foreign = { ...own, NATS_URL: url, NATS_TLS_CA_FILE: join(directory, 'stranger.pem') };
  await expect(ask(foreign)).rejects.toThrow(/certificate/);
});
