// The store on a cluster of three NATS servers: leaders change, servers fall behind or die, and nothing is lost or done twice.
import { subjectOf } from '@tradeium/contracts';
import { type ClusterServer, type NatsCluster, startNatsCluster, testLog } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAggregates } from '../fixtures/aggregate-suite.ts';
import { deposit, newId, wallet } from '../fixtures/wallet.ts';
import { append } from './append.ts';
import { assertStorage, jetStreamProblem, openAggregates, openBucket, watchConnection } from './index.ts';
import { readMessages } from './read-messages.ts';

let cluster: NatsCluster;
let nc: NatsConnection;

beforeAll(async () => {
  cluster = await startNatsCluster();
  nc = await cluster.connect();
});
afterAll(() => cluster.stop());

const now = () => new Date();
const monitoringUrls = () => cluster.servers.map(({ monitoringUrl }) => monitoringUrl);

describe('as on a single server', () => {
  testAggregates(() => cluster.connect());
});

/** The command ids of every commit of these wallets, in order. */
const commandIds = async (ids: readonly string[]): Promise<string[]> => {
  const { state } = await (await nc.jetstreamManager()).streams.info('CREDITS');
  const found: string[] = [];
  const signal = AbortSignal.timeout(20_000);
  for await (const batch of readMessages(nc, { stream: 'CREDITS', after: 0, batchSize: 1_000, signal })) {
    for (const { subject, data } of batch)
      if (ids.some((id) => subject.endsWith(id)))
        found.push(JSON.parse(Buffer.from(data).toString()).meta.commandId);
    if (batch.at(-1)?.sequence === state.last_seq) break;
  }
  return found;
};

/** Users, each repeating a command until it is answered, through every server, until `stop`. */
const useWallets = (connections: readonly NatsConnection[]) => {
  const ids = Array.from({ length: 12 }, newId);
  const acknowledged: string[] = [];
  const log = testLog();
  let isOver = false;
  const stores = connections.map((connection) => openAggregates({ nc: connection, log, now }, wallet));
  const users = ids.map(async (id, n) => {
    for (let k = 0; !isOver; k += 1) {
      const commandId = `${id}:${k}`;
      // A retry takes another route, which must know what the first attempt wrote.
      for (let attempt = n; ; attempt += 1) {
        const outcome = await stores[attempt % stores.length]?.execute(id, { commandId }, deposit(1));
        if (outcome?.ok) break;
      }
      acknowledged.push(commandId);
    }
  });
  return {
    ids,
    acknowledged,
    more: async (count: number) => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + count);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(users);
    },
  };
};

test('while leaders change and one is killed, every acknowledged commit is kept, and every command takes effect once', async () => {
  const connections = await Promise.all(cluster.servers.map((server) => cluster.connect(server)));
  const load = useWallets(connections);
  for (let n = 0; n < 2; n += 1) {
    await load.more(50);
    await nc.request('$JS.API.STREAM.LEADER.STEPDOWN.CREDITS', '', { timeout: 5_000 });
  }
  await load.more(50);
  const leader = await cluster.leaderOf('CREDITS');
  await leader.kill();
  await load.more(50);
  await expect(
    assertStorage(connections.find((connection) => !connection.isClosed()) ?? nc, {
      replicas: 3,
      monitoringUrls: monitoringUrls(),
    }),
  ).resolves.toBeUndefined();
  expect(await jetStreamProblem(nc, monitoringUrls())).toBeNull();
  await leader.restart();
  await load.more(50);
  await load.stop();

  const { ids, acknowledged } = load;
  const written = await commandIds(ids);
  expect(new Set(written).size).toBe(written.length);
  expect(new Set(written)).toEqual(new Set(acknowledged));
  const fresh = openAggregates({ nc, log: testLog(), now }, wallet);
  const balances = await Promise.all(ids.map(async (id) => (await fresh.load(id)).state.balance));
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(acknowledged.length);
});

test('of two appends at once one is written, and the other is a conflict with a pending or a stored one', async () => {
  const link = { jetstream: nc.jetstream(), connection: watchConnection(nc) };
  const request = (id: string, n: number) => ({
    context: 'credits',
    subject: subjectOf('credits', 'wallet', id),
    expectedSequence: 0,
    messageId: `${id}:${n}`,
    data: Buffer.from('{}'),
  });
  const bothAtOnce = async () => {
    const id = newId();
    const results = await Promise.all([append(link, request(id, 1)), append(link, request(id, 2))]);
    expect(results.map(({ kind }) => kind).sort()).toEqual(['appended', 'conflict']);
    return results.some((result) => result.kind === 'conflict' && result.isInFlight);
  };
  await expect.poll(bothAtOnce).toBe(true);
  const id = newId();
  await append(link, request(id, 1));
  expect(await append(link, request(id, 2))).toEqual({ kind: 'conflict', isInFlight: false });
});

test('a key is read as it was written last, even through a server that is behind', async () => {
  const leader = await cluster.leaderOf('KV_USER_KEYS');
  const behind = cluster.servers.find((server) => server !== leader) as ClusterServer;
  const writer = await openBucket(await cluster.connect(leader), 'USER_KEYS');
  const connection = await cluster.connect(behind);
  const reader = await openBucket(connection, 'USER_KEYS');
  for (let round = 0; round < 20; round += 1) {
    behind.pause();
    for (let n = 0; n < 20; n += 1) await writer.put('user', `${round}.${n}`);
    const read = reader.get('user');
    behind.resume();
    expect((await read)?.string()).toBe(`${round}.19`);
  }
});
