// Temporal behind TLS that asks for our certificate and for an API key: the client and the worker show both.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeConnection } from '@temporalio/worker';
import { type Certificate, makeCertificate, sharedTemporalAddress } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lazyTemporalClient } from '../servers/temporal-client.ts';
import { readConfig } from '../settings/config.ts';
import { temporalAccessConfig, temporalConnectionParts } from '../settings/server-access.ts';

let directory: string;
let own: Certificate;
let authority: Certificate;
let door: Http2SecureServer;
let address: string;
const keys: (string | undefined)[] = [];

/** A door to the real server: it takes only clients with a certificate of the authority, and notes their API keys. */
const openDoor = async (shown: Certificate, temporal: string): Promise<Http2SecureServer> => {
  const behind = connect(`http://${temporal}`);
  const server = createSecureServer({
    ...{ key: shown.key, cert: shown.pem, ca: authority.pem },
    ...{ requestCert: true, rejectUnauthorized: true },
  });
  server.on('close', () => behind.destroy());
  server.on('stream', (stream, { ':scheme': _scheme, ':authority': _host, ...headers }) => {
    keys.push(headers.authorization);
    const passed = behind.request(headers);
    passed.once('response', (answer, flags) => {
      // An answer that is all headers has its status there, and no trailers.
      const isWhole = (flags & 1) === 1;
      stream.respond(answer, { waitForTrailers: !isWhole, endStream: isWhole });
    });
    let trailers: IncomingHttpHeaders = {};
    passed.once('trailers', (sent) => {
      trailers = sent;
    });
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.on('error', () => passed.destroy());
    passed.on('error', () => stream.destroy());
    stream.pipe(passed).pipe(stream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-temporal-'));
  authority = await makeCertificate(directory, 'authority');
  own = await makeCertificate(directory, 'client', authority);
  door = await openDoor(await makeCertificate(directory, 'server', authority), await sharedTemporalAddress());
  address = `127.0.0.1:${(door.address() as AddressInfo).port}`;
});
afterAll(async () => {
  door.close();
  await rm(directory, { recursive: true });
});

const access = (more: Record<string, string>) =>
  readConfig(temporalAccessConfig, {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_TLS_SERVER_NAME: 'localhost',
    TEMPORAL_TLS_CA_FILE: authority.file,
    ...more,
  });
const certified = () => access({ TEMPORAL_TLS_CERTIFICATE: own.pem, TEMPORAL_TLS_KEY_FILE: own.keyFile });

const askAsClient = async (settings: ReturnType<typeof access>): Promise<unknown> => {
  const stops: (() => Promise<void> | void)[] = [];
  const client = await lazyTemporalClient(settings, { onStop: (_name, stop) => stops.push(stop) })();
  try {
    return await client.connection.workflowService.getSystemInfo({});
  } finally {
    for (const stop of stops) await stop();
  }
};

const connectAsWorker = async (settings: ReturnType<typeof access>): Promise<void> =>
  (await NativeConnection.connect(temporalConnectionParts(settings))).close();

test('a client with a certificate of the authority is let in', async () => {
  expect(await askAsClient(certified())).toHaveProperty('serverVersion');
  await connectAsWorker(certified());
});

test('without one nobody is, nor with one of another authority; and no server is believed that shows another', async () => {
  const stranger = await makeCertificate(directory, 'stranger');
  const foreign = access({ TEMPORAL_TLS_CERTIFICATE: stranger.pem, TEMPORAL_TLS_KEY: stranger.key });
  const trusting = { ...certified(), TEMPORAL_TLS_CA: stranger.pem };
  const tries = [access({}), foreign, trusting].flatMap((settings) => [
    askAsClient(settings),
    connectAsWorker(settings),
  ]);
  const ends = await Promise.allSettled(tries);
  expect(ends.map(({ status }) => status)).toEqual(tries.map(() => 'rejected'));
});

test('an API key goes with every call', async () => {
  keys.length = 0;
  const settings = { ...certified(), TEMPORAL_API_KEY: 'a key' };
  await askAsClient(settings);
  await connectAsWorker(settings);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys)).toEqual(new Set(['Bearer a key']));
});
