// The real servers: they answer when their start resolves, keep their data, and leave nothing behind.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket } from '@tradeium/event-store';
import { declareStreams } from '@tradeium/event-store/streams';
import { connect } from 'nats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../process/free-port.ts';
import { isAlive } from '../process/process-group.ts';
import { startMongodb } from './mongodb.ts';
import { natsLaunch, startNats } from './nats.ts';
import { mongodbAnswers, temporalAnswers } from './probes.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { startTemporal } from './temporal.ts';

let folder: string;
const running: RunningServer[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'servers-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

const keep = (server: RunningServer): RunningServer => {
  running.push(server);
  return server;
};
const portOf = (server: RunningServer): number => Number(server.url.split(':').at(-1));

test('NATS may take as long as it needs to recover its data', async () => {
  const launch = await natsLaunch('nats-server', { dataDirectory: folder, port: 1, monitoringPort: 2 });
  expect(launch.recoversData).toBe(true);
});

test('NATS keeps what it has acknowledged over a kill, and syncs every write', async () => {
  const options = {
    dataDirectory: join(folder, 'nats'),
    port: await freePort(),
    monitoringPort: await freePort(),
  };
  const first = await startNats(options);
  const connection = await connect({ servers: first.url, reconnect: false });
  await declareStreams(connection, { replicas: 1 });
  await connection.jetstream().publish('events.auth.user.u1', '{}', { msgID: 'c1' });
  first.kill();
  await expect.poll(() => isAlive(first.pid)).toBe(false);
  await connection.close();
  const second = keep(await startNats(options));
  const again = await connect({ servers: second.url });
  const manager = await again.jetstreamManager();
  expect((await manager.streams.info('AUTH')).state.messages).toBe(1);
  const state = await (await fetch(`${first.monitoringUrl}/jsz`)).json();
  expect(state).toMatchObject({ config: { sync_always: true } });
  await again.close();
});

test('streams are declared once, and a stream that differs is an error that says in what', async () => {
  const nats = keep(await startNats({ dataDirectory: folder }));
  const connection = await connect({ servers: nats.url });
  const manager = await connection.jetstreamManager();
  await manager.streams.add({ name: 'CREDITS', subjects: ['events.credits.>'], max_age: 1_000_000_000 });
  await expect(declareStreams(connection, { replicas: 1 })).rejects.toThrow(
    /The stream CREDITS is configured otherwise: .*max_age is 1000000000, not 0.*deny_delete is false, not true/,
  );
  await manager.streams.delete('CREDITS');
  await declareStreams(connection, { replicas: 1 });
  await declareStreams(connection, { replicas: 1 });
  await expect(manager.streams.purge('AUTH')).rejects.toThrow();
  await expect(declareStreams(connection, { replicas: 3 })).rejects.toThrow(
    'The stream AUTH has 1 replica and could not be given 3',
  );
  await connection.close();
});

test('a bucket that services made before it was declared is fine; one that forgets keys is an error', async () => {
  const nats = keep(await startNats({ dataDirectory: folder }));
  const connection = await connect({ servers: nats.url });
  const { views } = connection.jetstream();
  const keys = await views.kv('EXCHANGE_KEYS', { history: 1 });
  await keys.put('user-1', 'key');
  await views.kv('PARKED', { history: 1, ttl: 60_000 });
  await expect(declareStreams(connection, { replicas: 1 })).rejects.toThrow(
    /The stream KV_PARKED is configured otherwise: max_age is 60000000000, not 0\.$/,
  );
  const { streams } = await connection.jetstreamManager();
  await streams.delete('KV_PARKED');
  await declareStreams(connection, { replicas: 1 });
  const { config } = await streams.info('KV_EXCHANGE_KEYS');
  expect(config).toMatchObject({ deny_purge: true, allow_rollup_hdrs: false });
  const declared = await openBucket(connection, 'EXCHANGE_KEYS');
  expect((await declared.get('user-1'))?.string()).toBe('key');
  await connection.close();
});

test('MongoDB answers, stops, and answers again on the same port', async () => {
  const options = { dataDirectory: folder, port: await freePort() };
  const first = await startMongodb(options);
  expect(await mongodbAnswers(options.port)).toBe(true);
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  expect(await mongodbAnswers(options.port)).toBe(false);
  keep(await startMongodb(options));
  expect(await mongodbAnswers(options.port)).toBe(true);
});

test('Temporal serves its namespace, with a web page when that has a port', async () => {
  const uiPort = await freePort();
  const server = keep(await startTemporal({ dataFile: join(folder, 'temporal.db'), uiPort }));
  expect(await temporalAnswers(portOf(server))).toBe(true);
  expect((await fetch(`http://127.0.0.1:${uiPort}/`)).status).toBe(200);
});

test('a server does not start on a port where another one answers', async () => {
  const first = keep(await startNats({ dataDirectory: join(folder, 'one') }));
  const second = startNats({ dataDirectory: join(folder, 'two'), port: portOf(first) });
  await expect(second).rejects.toThrow(`port ${portOf(first)} is taken`);
});

test('a server that ends before it answers is shown with its last words', async () => {
  const launch = {
    name: 'broken',
    command: '/bin/sh',
    args: ['-c', 'echo no such option >&2; exit 2'],
    cwd: folder,
    url: '',
    isReady: async () => false,
  };
  await expect(startServer(launch, join(folder, 'log'))).rejects.toThrow(
    'broken did not become ready:\nno such option',
  );
});
