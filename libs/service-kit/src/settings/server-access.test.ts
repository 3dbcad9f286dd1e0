// The variables for protected servers become options of a connection.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import {
  natsAccessConfig,
  natsConnectionParts,
  temporalAccessConfig,
  temporalConnectionParts,
} from './server-access.ts';

const nats = (environment: Record<string, string>) =>
  natsConnectionParts(readConfig(natsAccessConfig, environment));
const temporal = (environment: Record<string, string>) =>
  temporalConnectionParts(readConfig(temporalAccessConfig, environment));

test('an open NATS takes its addresses only', () =>
  expect(nats({ NATS_URL: 'nats://one:4222,nats://two:4222' })).toEqual({
    servers: ['nats://one:4222', 'nats://two:4222'],
  }));

test('a name and a password in the address are taken out of it', () => {
  expect(nats({ NATS_URL: 'nats://svc:s%40crt@one:4222, nats://svc:s%40crt@two:4222' })).toEqual({
    servers: ['nats://one:4222', 'nats://two:4222'],
    ...{ user: 'svc', pass: 's@crt' },
  });
  expect(nats({ NATS_URL: 'svc:secret@one' })).toMatchObject({ servers: ['one'], user: 'svc' });
  expect(nats({ NATS_URL: 'nats://token@one' })).toMatchObject({ servers: ['nats://one'], token: 'token' });
  expect(() => nats({ NATS_URL: 'nats://100%:x@one' })).toThrow(/NATS_URL.*percent-encoded/);
});

test('each way to prove who it is arrives at the connection', () => {
  expect(nats({ NATS_USER: 'svc', NATS_PASSWORD: 'secret' })).toMatchObject({ user: 'svc', pass: 'secret' });
  expect(nats({ NATS_CREDENTIALS: 'a creds file' })).toMatchObject({ credentials: 'a creds file' });
  expect(nats({ NATS_NKEY_SEED: 'SUAM' })).toMatchObject({ seed: 'SUAM' });
  expect(nats({ NATS_TLS_CA: 'ca' })).toMatchObject({ tls: { ca: 'ca' } });
  expect(nats({ NATS_TLS_CERTIFICATE: 'c', NATS_TLS_KEY: 'k' })).toMatchObject({
    tls: { cert: 'c', key: 'k' },
  });
  expect(nats({ NATS_URL: 'tls://one' })).toMatchObject({ tls: {} });
});

test.each([
  [{ NATS_USER: 'svc' }, /NATS_USER, NATS_PASSWORD/],
  [{ NATS_TLS_KEY: 'k' }, /NATS_TLS_CERTIFICATE, NATS_TLS_KEY/],
  [{ NATS_CREDENTIALS: 'c', NATS_NKEY_SEED: 's' }, /NATS_CREDENTIALS, NATS_NKEY_SEED/],
  [{ NATS_URL: 'nats://a:b@c', NATS_NKEY_SEED: 's' }, /NATS_URL.*NATS_NKEY_SEED/],
])('what contradicts itself is named: %j', (environment, problem) =>
  expect(() => nats(environment)).toThrow(problem),
);

test('a name without an end does not take long to read', () => {
  const url = `nats://${':'.repeat(100_000)}`;
  expect(nats({ NATS_URL: url }).servers).toHaveLength(1);
});

test('Temporal is reached openly, with TLS, with a certificate, or with a key', () => {
  expect(temporal({})).toEqual({ address: '127.0.0.1:7233' });
  expect(temporal({ TEMPORAL_TLS: 'true' })).toMatchObject({ tls: {} });
  expect(temporal({ TEMPORAL_API_KEY: 'key' })).toMatchObject({ apiKey: 'key', tls: {} });
  const own = { TEMPORAL_TLS_CA: 'ca', TEMPORAL_TLS_CERTIFICATE: 'c', TEMPORAL_TLS_KEY: 'k' };
  expect(temporal({ ...own, TEMPORAL_TLS_SERVER_NAME: 'temporal' })).toMatchObject({
    tls: {
      serverNameOverride: 'temporal',
      serverRootCACertificate: Buffer.from('ca'),
      clientCertPair: { crt: Buffer.from('c'), key: Buffer.from('k') },
    },
  });
  expect(() => temporal({ TEMPORAL_TLS_KEY: 'k' })).toThrow(/TEMPORAL_TLS_CERTIFICATE, TEMPORAL_TLS_KEY/);
});
