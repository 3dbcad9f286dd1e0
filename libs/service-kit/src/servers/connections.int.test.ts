// Connections to NATS servers that ask who is asking: by name, key, certificate and `.creds`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningNats, startNats } from '@tradeium/embedded';
import { makeCertificate, signingKeys } from '@tradeium/testing';
import { nkeys } from 'nats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { readConfig } from '../settings/config.ts';
import { natsAccessConfig } from '../settings/server-access.ts';
import { connectNats } from './connections.ts';

type KeyPair = ReturnType<typeof nkeys.createUser>;

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
  const nc = await connectNats(
    { ...readConfig(natsAccessConfig, environment), ...signingKeys('operator') },
    'operator',
    log,
  );
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

test('a server with certificates takes those of its authority, and is itself checked', async () => {
  const authority = await makeCertificate(directory, 'authority');
  const stranger = await makeCertificate(directory, 'stranger');
  const shown = await makeCertificate(directory, 'server', authority);
  const client = await makeCertificate(directory, 'client', authority);
  const [cert, key, ca] = [shown.file, shown.keyFile, authority.file].map((file) => JSON.stringify(file));
  const url = await start(`tls { cert_file: ${cert}, key_file: ${key}, ca_file: ${ca}, verify: true }`);
  const own = { NATS_URL: url, NATS_TLS_CERTIFICATE: client.pem, NATS_TLS_KEY: client.key };
  await ask({ ...own, NATS_TLS_CA_FILE: authority.file });
  await expect(ask({ ...own, NATS_TLS_CA_FILE: stranger.file })).rejects.toThrow(/certificate/);
});

/** A `.creds` file as `nsc` writes it, and the configuration of a server that takes it. */
const credentials = () => {
  const [operator, user] = [nkeys.createOperator(), nkeys.createUser()];
  const [system, account] = [nkeys.createAccount(), nkeys.createAccount()];
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = (issuer: KeyPair, subject: KeyPair, type: string, nats: object): string => {
    const of = { jti: type, iat: 0, iss: issuer.getPublicKey(), sub: subject.getPublicKey(), name: type };
    const claims = encoded({ ...of, nats: { ...nats, type, version: 2 } });
    const signed = `${encoded({ typ: 'JWT', alg: 'ed25519-nkey' })}.${claims}`;
    return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
  };
  const limits = { subs: -1, data: -1, payload: -1, conn: -1, leaf: -1, imports: -1, exports: -1 };
  const streams = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const preloaded = (key: KeyPair, more: object = {}) =>
    `${key.getPublicKey()}: ${token(operator, key, 'account', { limits: { ...limits, ...more } })}`;
  const configuration = [
    `operator: ${token(operator, operator, 'operator', {})}`,
    `system_account: ${system.getPublicKey()}`,
    'resolver: MEMORY',
    `resolver_preload: { ${preloaded(system)}, ${preloaded(account, streams)} }`,
  ];
  const seed = new TextDecoder().decode(user.getSeed());
  const jwt = token(account, user, 'user', { subs: -1, data: -1, payload: -1, pub: {}, sub: {} });
  const block = (title: string, text: string) =>
    `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n`;
  return { configuration, text: `${block('NATS USER JWT', jwt)}\n${block('USER NKEY SEED', seed)}` };
};

test('a server with an operator takes the text of a .creds file, and none of another operator', async () => {
  const own = credentials();
  const url = await start(...own.configuration);
  await ask({ NATS_URL: url, NATS_CREDENTIALS: own.text });
  await expect(ask({ NATS_URL: url, NATS_CREDENTIALS: credentials().text })).rejects.toThrow(
    /AUTHORIZATION|Authorization/,
  );
});
