// The store on a cluster of three NATS servers: leaders change, servers fall behind or die, and nothing is lost or done twice.
import { subjectOf } from '@tradeium/contracts';
import {
  type ClusterServer,
  type NatsCluster,
  openTestDatabase,
  startNatsCluster,
  testLog,
} from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAggregates } from '../../fixtures/aggregate-suite.ts';
import { held, leaseOn, testLeases } from '../../fixtures/lease-suite.ts';
import { testProjections } from '../../fixtures/projection-suite.ts';
import { testReactions } from '../../fixtures/reaction-suite.ts';
import { balanceDocuments } from '../../fixtures/read-side.ts';
import { balances, deposit, newId, wallet } from '../../fixtures/wallet.ts';
import {
  assertStorage,
  jetStreamProblem,
  openAggregates,
  openBucket,
  runProjections,
  runReaction,
  watchConnection,
} from '../index.ts';
import { append } from '../write/append.ts';
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
  testLeases(() => cluster.connect());
  testReactions(() => cluster.connect());
  testProjections(async () => ({
    url: cluster.servers[0]?.url ?? '',
    connect: () => cluster.connect(),
    // The cluster's end is that of all tests.
    stop: async () => undefined,
  }));
});

type Written = { readonly commandId: string; readonly id: string; readonly sequence: number };

/** Every commit of these wallets, in order. */
const commitsOf = async (ids: readonly string[]): Promise<Written[]> => {
  const { state } = await (await nc.jetstreamManager()).streams.info('CREDITS');
  const found: Written[] = [];
  const signal = AbortSignal.timeout(20_000);
  for await (const batch of readMessages(nc, { stream: 'CREDITS', after: 0, batchSize: 1_000, signal })) {
    for (const { subject, data, sequence } of batch) {
      const id = ids.find((one) => subject.endsWith(one));
      if (id)
        found.push({ id, sequence, commandId: JSON.parse(Buffer.from(data).toString()).meta.commandId });
    }
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
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + count);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(users);
    },
  };
};

/** In two processes a projection and a reaction, of which one process at a time does the work. */
const followWallets = async (connections: readonly NatsConnection[], ids: readonly string[]) => {
  const database = await openTestDatabase();
  const seen = new Map<string, number[]>(ids.map((id) => [id, []]));
  const processes = connections.map((connection) => {
    const dependencies = { nc: connection, log: testLog(), now };
    const projections = runProjections({
      ...dependencies,
      mongo: database.connection,
      projections: [balances],
    });
    const reaction = runReaction(dependencies, {
      ...{ name: 'follow-wallets', reads: [wallet], startAt: 'beginning' },
      handle: async ({ id, sequence }) => seen.get(id)?.push(sequence),
    });
    return { projections, reaction };
  });
  const [first] = processes;
  if (!first) throw new Error('nothing follows');
  return {
    projections: first.projections,
    /** The sequences of each wallet in the order in which they were first seen. */
    seen: (id: string) => [...new Set(seen.get(id))],
    stop: async () => {
      await Promise.all(
        processes.flatMap(({ projections, reaction }) => [projections.stop(), reaction.stop()]),
      );
      await database.close();
    },
  };
};

const stepDown = (stream: string) =>
  nc.request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`, '', { timeout: 5_000 });

test('while leaders change and one is killed, every acknowledged commit is kept, and every command, document and reaction is exact', {
  timeout: 120_000,
}, async () => {
  const connections = await Promise.all(cluster.servers.map((server) => cluster.connect(server)));
  const load = useWallets(connections);
  const following = await followWallets(connections.slice(0, 2), load.ids);
  for (let n = 0; n < 2; n += 1) {
    await load.more(50);
    for (const stream of ['CREDITS', 'KV_LEASES']) await stepDown(stream);
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
  // The server that was killed may have led all of JetStream, too: the others elect another.
  await expect.poll(() => jetStreamProblem(nc, monitoringUrls())).toBeNull();
  await leader.restart();
  await load.more(50);
  await load.stop();

  const { ids, acknowledged } = load;
  const commits = await commitsOf(ids);
  const written = commits.map(({ commandId }) => commandId);
  expect(new Set(written).size).toBe(written.length);
  expect(new Set(written)).toEqual(new Set(acknowledged));
  const fresh = openAggregates({ nc, log: testLog(), now }, wallet);
  const loaded = await Promise.all(ids.map(async (id) => (await fresh.load(id)).state.balance));
  expect(loaded.reduce((sum, balance) => sum + balance, 0)).toBe(acknowledged.length);

  expect(await following.projections.caughtUp(45_000)).toBe(true);
  const documents = await balanceDocuments(following.projections, ids);
  const sequencesOf = (id: string) =>
    commits.flatMap((commit) => (commit.id === id ? [commit.sequence] : []));
  expect(documents.map(({ _id, events }) => [_id, events])).toEqual(
    [...ids].sort().map((id) => [id, sequencesOf(id).length]),
  );
  await expect.poll(() => ids.map(following.seen)).toEqual(ids.map(sequencesOf));
  await following.stop();
});

test('a lease stays with its holder while the leader of its bucket changes', async () => {
  const name = newId();
  const holding = await held(nc, name);
  const stopping = new AbortController();
  const waiting = leaseOn(await cluster.connect(cluster.servers[1]), name).acquire(stopping.signal);
  holding.leave('kept');
  await stepDown('KV_LEASES');
  const bucket = await openBucket(nc, 'LEASES');
  // It is renewed through the new leader.
  const note = async () => (await bucket.get(name).catch(() => null))?.json<{ note?: string }>().note;
  await expect.poll(note).toBe('kept');
  expect(holding.lost.aborted).toBe(false);
  stopping.abort();
  expect(await waiting).toBeUndefined();
  await holding.release();
});

test('of two appends at once one is written, and the other is a conflict with a pending or a stored one', async () => {
  const link = { jetstream: nc.jetstream(), connection: watchConnection(nc) };
  const request = (id: string, n: number) => ({
    context: 'credits',
    subject: subjectOf('credits', 'wallet', id),
    expectedSequence: 0,
    name: `${id}:${n}`,
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
  const leader = await cluster.leaderOf('KV_EXCHANGE_KEYS');
  const behind = cluster.servers.find((server) => server !== leader) as ClusterServer;
  const writer = await openBucket(await cluster.connect(leader), 'EXCHANGE_KEYS');
  const connection = await cluster.connect(behind);
  const reader = await openBucket(connection, 'EXCHANGE_KEYS');
  for (let round = 0; round < 20; round += 1) {
    behind.pause();
    for (let n = 0; n < 20; n += 1) await writer.put('user', `${round}.${n}`);
    const read = reader.get('user');
    behind.resume();
    expect((await read)?.string()).toBe(`${round}.19`);
  }
});

test('an aggregate is loaded and changed as it was written last, even through a server that is behind', async () => {
  const leader = await cluster.leaderOf('CREDITS');
  const behind = cluster.servers.find((server) => server !== leader) as ClusterServer;
  const log = testLog();
  const open = async (server: ClusterServer) =>
    openAggregates({ nc: await cluster.connect(server), log, now }, wallet);
  const [writer, reader, newcomer] = await Promise.all([open(leader), open(behind), open(behind)]);
  const id = newId();
  const depositOne = (store: typeof writer) => store.execute(id, { commandId: newId() }, deposit(1));
  const balance = async (loading: ReturnType<typeof writer.load>) => (await loading).state.balance;
  let expected = 0;
  for (let round = 0; round < 10; round += 1) {
    behind.pause();
    for (let n = 0; n < 20; n += 1) await depositOne(writer);
    expected += 20;
    const [known, unknown] = [balance(reader.load(id)), balance(newcomer.load(id))];
    behind.resume();
    expect([await known, await unknown]).toEqual([expected, expected]);
    expect(await depositOne(reader)).toMatchObject({ state: { balance: expected + 1 } });
    expected += 1;
  }
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
