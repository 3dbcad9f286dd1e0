// The real clients' words about a server that refuses us are recognised and name the cure; a server that is down refuses nothing.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import { NativeConnection } from '@temporalio/worker';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mongoRefusal, natsRefusal, temporalRefusal } from './server-refusals.ts';

const run = promisify(execFile);
let directory: string;
let server: Server;
let port: number;

const openssl = (...args: string[]) => run('openssl', args, { cwd: directory });
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A server that answers nothing, with a certificate that was valid until yesterday. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-refusals-'));
  await openssl(
    'req',
    '-x509',
    ...KEY,
    '-days',
    '2',
    '-subj',
    '/CN=ca',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  const name = ['-addext', 'subjectAltName=DNS:localhost'];
  await openssl('req', ...KEY, '-subj', '/CN=old', ...name, '-keyout', 'old.key', '-out', 'old.csr');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copy'];
  await openssl('x509', '-req', '-in', 'old.csr', ...signed, '-days', '-1', '-out', 'old.pem');
  const [key, cert] = [
    await readFile(join(directory, 'old.key')),
    await readFile(join(directory, 'old.pem')),
  ];
  server = createServer({ key, cert }).on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

const refusalOfMongo = async (url: string): Promise<string | null> => {
  const connection = mongoose.createConnection();
  connection.on('error', () => undefined);
  const opened = connection.openUri(url, { serverSelectionTimeoutMS: 500 });
  return opened.then(() => 'it lets us in', mongoRefusal);
};

test('MongoDB: an expired certificate', async () => {
  const url = `mongodb://localhost:${port}/?tls=true&tlsCAFile=${join(directory, 'ca.pem')}`;
  expect(await refusalOfMongo(url)).toBe(
    `the certificate of MongoDB at localhost:${port} has expired (CERT_HAS_EXPIRED): renew it there`,
  );
});

test('MongoDB: a wrong login is recognised, and a server that is down is waited for', async () => {
  expect(mongoRefusal({ code: 18 })).toMatch(/refuses the login .* into MONGODB_URL/);
  expect(await refusalOfMongo('mongodb://127.0.0.1:1')).toBe(null);
});

test('Temporal: an expired and a foreign certificate are recognised, and a server that is down is waited for', async () => {
  const attempt = async (address: string, ca?: Buffer) =>
    NativeConnection.connect({ address, tls: { ...(ca && { serverRootCACertificate: ca }) } }).then(
      () => 'it lets us in',
      (cause: unknown) => temporalRefusal(cause, address),
    );
  const address = `localhost:${port}`;
  expect(await attempt(address, await readFile(join(directory, 'ca.pem')))).toMatch(
    /certificate of Temporal at .* has expired: renew/,
  );
  expect(await attempt(address, await readFile(join(directory, 'old.pem')))).toMatch(
    /certificate of Temporal at/,
  );
  expect(await attempt('localhost:1')).toBe(null);
});

test.each([
  ['Unauthenticated: invalid key', /set TEMPORAL_API_KEY/],
  ['status: NotFound, message: "Namespace other is not found."', /has no namespace other: make it/],
  ['AlertReceived(CertificateExpired)', /set TEMPORAL_TLS_CERTIFICATE with TEMPORAL_TLS_KEY/],
])('Temporal: %s', (text, cure) => {
  expect(temporalRefusal(new Error(text), 'temporal:7233')).toMatch(cure);
});

test.each([
  [{ code: 'AUTHORIZATION_VIOLATION' }, /refuses the login of svc/],
  [{ code: 'X', chainedError: { code: 'CERT_HAS_EXPIRED' } }, /has expired .*renew it there/],
  [{ code: 'X', chainedError: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }, /set NATS_TLS_CA/],
  [{ code: 'X', chainedError: { code: 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED' } }, /NATS_TLS_CERTIFICATE/],
  [{ code: 'ERR_OSSL_PEM_NO_START_LINE' }, /no TLS connection/],
])('NATS: %j', (cause, cure) => expect(natsRefusal(cause, 'nats:4222', 'svc')).toMatch(cure));

test('NATS: a server that is down is waited for', () =>
  expect(natsRefusal({ code: 'CONNECTION_REFUSED' }, 'nats:4222', 'svc')).toBe(null));
