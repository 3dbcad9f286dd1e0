// A service's demands on NATS before it starts: streams that keep everything, enough replicas, writes synced to disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@tradeium/embedded';
import { type EventServer, startEventServer } from '@tradeium/testing';
import {
  connect,
  headers,
  type JetStreamManager,
  type NatsConnection,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertStorage, openBucket } from '../index.ts';
import { declareStreams } from './declare-streams.ts';
import { streamLayouts } from './stream-layout.ts';

let server: EventServer;
let nc: NatsConnection;
let manager: JetStreamManager;

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
  manager = await nc.jetstreamManager();
});
afterAll(() => server.stop());

const check = (demands: Partial<Parameters<typeof assertStorage>[1]> = {}) =>
  assertStorage(nc, { replicas: 1, monitoringUrls: [server.monitoringUrl], ...demands });

/** Recreates a stream with other settings, and restores it after `test`. */
const withStream = async (name: string, change: Partial<StreamConfig>, test: () => Promise<void>) => {
  const { config } = await manager.streams.info(name);
  await manager.streams.delete(name);
  await manager.streams.add({ ...config, ...change });
  await test();
  await manager.streams.delete(name);
  await manager.streams.add(config);
};

test('streams as they are declared are accepted', async () => {
  await expect(check()).resolves.toBeUndefined();
});

test.each<[string, Partial<StreamConfig>]>([
  ['no limit of age', { max_age: 1_000_000_000 * 3600 }],
  ['no limit of size', { max_bytes: 1_000_000 }],
  ['no limit of messages', { max_msgs: 10 }],
  ['no limit per subject', { max_msgs_per_subject: 1 }],
  ['deny_purge', { deny_purge: false }],
  ['deny_delete', { deny_delete: false }],
  ['file storage', { storage: StorageType.Memory }],
  ['retention by limits', { retention: RetentionPolicy.Workqueue, deny_delete: false }],
])('a stream of events without %s is refused', async (missing, change) => {
  await withStream('AUTH', change, async () => {
    await expect(check()).rejects.toThrow(
      new RegExp(`AUTH may lose events: change its settings to .*${missing}`),
    );
  });
});

test.each(['AUTH', 'KV_USER_KEYS'])('%s with too few replicas is refused', async (name) => {
  await expect(check({ replicas: 3 })).rejects.toThrow(`${name} has 1 of 3 replicas`);
});

test.each([2, -2])('a clock that is %i minutes off is refused', async (minutes) => {
  const now = () => Date.now() + 60_000 * minutes;
  await expect(check({ now })).rejects.toThrow(/differ by (119|120|121) s: have both set by NTP/);
  await expect(check({ now: () => Date.now() + 20_000 })).resolves.toBeUndefined();
});

test('no stream may be read from a replica, and one that was made so is changed', async () => {
  const direct = async () => {
    const layouts = streamLayouts(1);
    const configs = await Promise.all(layouts.map(({ name }) => manager.streams.info(name)));
    return configs.filter(({ config }) => config.allow_direct).map(({ config }) => config.name);
  };
  expect(await direct()).toEqual([]);
  await withStream('KV_USER_KEYS', { allow_direct: true }, async () => {
    expect(await direct()).toEqual(['KV_USER_KEYS']);
    await declareStreams(nc, { replicas: 1 });
    expect(await direct()).toEqual([]);
  });
});

test('no message rolls up a bucket, so a right to one key clears no others', async () => {
  const leases = await openBucket(nc, 'LEASES');
  await leases.put('auth.reader', 'held');
  for (const kind of ['sub', 'all']) {
    const rollup = headers();
    rollup.set('Nats-Rollup', kind);
    const answer = await nc.request('$KV.LEASES.trading.reader', 'x', { timeout: 5_000, headers: rollup });
    expect(answer.json()).toMatchObject({ error: { description: expect.stringContaining('roll') } });
  }
  expect((await leases.get('auth.reader'))?.string()).toBe('held');
});

test('a bucket that is not declared is refused at the start, and opening it does not make it', async () => {
  for (const name of ['KV_SNAPSHOTS', 'KV_PARKED']) await manager.streams.delete(name);
  await expect(check()).rejects.toThrow(/KV_SNAPSHOTS does not exist.*KV_PARKED does not exist/);
  const snapshots = await openBucket(nc, 'SNAPSHOTS');
  await expect(snapshots.put('key', 'value')).rejects.toThrow();
  await expect(manager.streams.info('KV_SNAPSHOTS')).rejects.toThrow('stream not found');
  await declareStreams(nc, { replicas: 1 });
  await expect(check()).resolves.toBeUndefined();
});

describe('whether a write is on the disk when it is acknowledged', () => {
  test('is never assumed', async () => {
    await expect(check({ monitoringUrls: [] })).rejects.toThrow('NATS_MONITORING_URL must name');
    const nowhere = 'http://127.0.0.1:1';
    await expect(check({ monitoringUrls: [nowhere] })).rejects.toThrow(
      /can't be seen .* http:\/\/127.0.0.1:1/,
    );
    await expect(check({ monitoringUrls: [server.monitoringUrl, nowhere] })).rejects.toThrow(/can't be seen/);
    await expect(
      check({ monitoringUrls: [server.monitoringUrl, server.monitoringUrl, nowhere] }),
    ).resolves.toBe(undefined);
  });

  test('counts on the server that is written to, not on another one', async () => {
    const other = await startEventServer();
    await expect(check({ monitoringUrls: [other.monitoringUrl] })).rejects.toThrow('is not among those');
    await other.stop();
  });

  test('decides: a server that writes later is refused', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'nats-late-'));
    const late = await startNats({ dataDirectory, syncInterval: '2m' });
    const connection = await connect({ servers: late.url });
    await declareStreams(connection, { replicas: 1 });
    const checked = assertStorage(connection, { replicas: 1, monitoringUrls: [late.monitoringUrl] });
    await expect(checked).rejects.toThrow('acknowledges before it has written: set "sync_interval: always"');
    await connection.close();
    await late.stop();
    await rm(dataDirectory, { recursive: true });
  });
});
