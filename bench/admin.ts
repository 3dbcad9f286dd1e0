// Measures what operators' lists cost on top of the database's own indexed queries, with few and with many users; and a rebuild.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Message, messageOf, operationsOf } from '@tradeium/contracts';
import { startMongodb, startNats } from '@tradeium/embedded';
import { actAs } from '@tradeium/event-store';
import { declareStreams } from '@tradeium/event-store/streams';
import { openBlobs, openRequestClient, outputOf, type RequestClient } from '@tradeium/service-kit';
import mongoose, { type Connection } from 'mongoose';
import { connect, type NatsConnection } from 'nats';
import type { z } from 'zod';
import { testSignatures } from '../libs/testing/src/servers/signing-keys.ts';
import { type ServiceProcess, startServiceProcess } from '../libs/testing/src/service-process.ts';
import { nameOf, publishUsers } from './admin-history.ts';
import { type BenchRow, median, printRows } from './parts/bench-row.ts';

/** `BENCH_ADMIN_USERS` sets another number of users, of whom each has fifty events. */
const USERS = Number(process.env.BENCH_ADMIN_USERS ?? 10_000);
const FEW_USERS = Math.min(1_000, USERS / 10);
const ROUNDS = 41;
const PAGE_ROWS = 100;
const WRITES_PER_CALL = 1_000;
const CAUGHT_UP_WITHIN_MS = 3_600_000;

const OF_QUERY = 3;
const GROWTH = 1.25;
const REBUILD_SHARE = 0.6;
const MEMORY_MIB = 300;

const prefix = 'bench';
type System = {
  readonly nc: NatsConnection;
  readonly client: RequestClient;
  readonly service: ServiceProcess;
  readonly mongo: Connection;
};

const ask = async <Input extends z.ZodType, Output extends z.ZodType>(
  { client }: Pick<System, 'client'>,
  message: Message<Input, Output>,
  input: z.input<Input>,
  timeoutMs = 60_000,
): Promise<z.output<Output>> => {
  const id = randomBytes(12).toString('hex');
  const context = { userId: 'operator', commandId: id, correlationId: id };
  return outputOf(await client.request(message, input, context, { timeoutMs }));
};

/** Until the service has applied every event; the largest memory that it had meanwhile, in MiB. */
const caughtUp = async (system: System): Promise<number> => {
  let memory = 0;
  for (const until = Date.now() + CAUGHT_UP_WITHIN_MS; Date.now() < until; await delay(1_000)) {
    memory = Math.max(memory, await memoryOf(system));
    const { readModels } = await ask(system, operationsOf('admin').getStatus, {});
    if (readModels.every(({ behind, state }) => behind === 0 && state === 'following')) return memory;
  }
  throw new Error('the read models did not come to the end of the streams');
};

const memoryOf = async ({ service }: System): Promise<number> => {
  const line = /^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)/m.exec(await service.figures());
  if (!line) throw new Error('the service does not say how much memory it has');
  return Number(line[1]) / 2 ** 20;
};

/** The largest memory that it has until the signal is aborted, in MiB. */
const memoryUntil = async (system: System, signal: AbortSignal): Promise<number> => {
  let memory = 0;
  for (; !signal.aborted; await delay(200)) memory = Math.max(memory, await memoryOf(system));
  return memory;
};

/** The live collection of a read model. */
const collectionOf = async ({ mongo }: System, name: string) => {
  const checkpoint = await mongo.db
    ?.collection<{ _id: string; collection: string }>('checkpoints')
    .findOne({ _id: name });
  if (!mongo.db || !checkpoint) throw new Error(`there is no read model ${name}`);
  return mongo.db.collection(checkpoint.collection);
};

type Pair = { readonly name: string; ours(): Promise<unknown>; bare(): Promise<unknown> };

/** A list, a search and a timeline, each with the query that the database itself would answer. */
const pairsOf = async (system: System, users: number): Promise<Pair[]> => {
  const people = await collectionOf(system, 'people');
  const timeline = await collectionOf(system, 'timeline');
  const someone = nameOf(Math.floor(users / 2));
  const begin = someone.slice(0, -1).replace('-', '_');
  return [
    {
      name: 'first page of users',
      ours: () => ask(system, messageOf('listUsers'), { cursor: '', limit: PAGE_ROWS }),
      bare: () => people.find({ isUser: true }).sort({ createdAt: -1, _id: -1 }).limit(PAGE_ROWS).toArray(),
    },
    {
      name: 'search by the beginning of a name',
      ours: () => ask(system, messageOf('listUsers'), { cursor: '', limit: PAGE_ROWS, search: begin }),
      bare: () =>
        people
          .find({ isUser: true, usernameKey: { $gte: begin, $lt: `${begin}\uffff` } })
          .sort({ usernameKey: 1 })
          .limit(PAGE_ROWS)
          .toArray(),
    },
    {
      name: 'timeline of a user',
      ours: () => ask(system, messageOf('getUserTimeline'), { id: someone, limit: PAGE_ROWS }),
      bare: () => timeline.find({ userId: someone }).sort({ at: -1, _id: -1 }).limit(PAGE_ROWS).toArray(),
    },
  ];
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

type Times = { readonly name: string; readonly ours: number; readonly bare: number };

/** In turns, so that both meet the same moments of the machine. */
const timesOf = async ({ name, ours, bare }: Pair): Promise<Times> => {
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await timed(bare);
    rounds.push({ bare: one, ours: await timed(ours) });
  }
  return {
    name,
    ours: median(rounds.map((round) => round.ours)),
    bare: median(rounds.map((round) => round.bare)),
  };
};

const listRow = ({ name, ours, bare }: Times): BenchRow => ({
  name: `Administration, ${USERS.toLocaleString('en')} users: ${name}, of the bare query`,
  value: `${(ours / bare).toFixed(2)} × (${ours.toFixed(1)} of ${bare.toFixed(1)} ms)`,
  target: `≤ ${OF_QUERY} ×`,
  met: ours <= OF_QUERY * bare,
});

/**
 * The effect of growth on the list beyond that on the database's own query: a server that reads every document that
 * matches, in place of the first hundred by their index, slows both.
 */
const growthRow = (few: Times, many: Times): BenchRow => {
  const growth = many.ours / few.ours;
  const ofBare = many.bare / few.bare;
  return {
    name: `Administration: ${few.name}, with ${USERS / FEW_USERS} times as many users`,
    value: `${growth.toFixed(2)} × (the bare query ${ofBare.toFixed(2)} ×)`,
    target: `≤ ${GROWTH} × the bare query's`,
    met: growth <= GROWTH * Math.max(1, ofBare),
  };
};

/** Bulk writes of the same documents and then their indexes, as fast as the database makes them; in documents a second. */
const bulkRate = async (system: System, name: string): Promise<number> => {
  const collection = await collectionOf(system, name);
  const documents = await collection.find().toArray();
  const indexes = (await collection.indexes()).filter(({ name }) => name !== '_id_');
  const empty = system.mongo.db?.collection(`bulk_${randomBytes(4).toString('hex')}`);
  const ms = await timed(async () => {
    for (let start = 0; start < documents.length; start += WRITES_PER_CALL) {
      const some = documents.slice(start, start + WRITES_PER_CALL);
      await empty?.bulkWrite(
        some.map((document) => ({ insertOne: { document } })),
        { ordered: false },
      );
    }
    for (const { key } of indexes) await empty?.createIndex(key);
  });
  await empty?.drop();
  return (1_000 * documents.length) / ms;
};

const measureRebuild = async (system: System, name: string): Promise<{ row: BenchRow; memory: number }> => {
  const count = await (await collectionOf(system, name)).countDocuments();
  const before = await bulkRate(system, name);
  const rebuild = operationsOf('admin').rebuildReadModel;
  const ended = new AbortController();
  const memory = memoryUntil(system, ended.signal);
  const ms = await timed(() => ask(system, rebuild, { name }, CAUGHT_UP_WITHIN_MS));
  ended.abort();
  const bare = (before + (await bulkRate(system, name))) / 2;
  const rate = (1_000 * count) / ms;
  const row = {
    name: `Administration: rebuild of ${count.toLocaleString('en')} documents (${name}), of bare bulk writes and index`,
    value: `${Math.round((100 * rate) / bare)} % (${Math.round(rate)} of ${Math.round(bare)}/s)`,
    target: `≥ ${100 * REBUILD_SHARE} %`,
    met: rate >= REBUILD_SHARE * bare,
  };
  return { row, memory: await memory };
};

const measure = async (system: System): Promise<BenchRow[]> => {
  const seen: number[] = [];
  await publishUsers(system.nc, 0, FEW_USERS);
  seen.push(await caughtUp(system));
  const fewTimes: Times[] = [];
  for (const pair of await pairsOf(system, FEW_USERS)) fewTimes.push(await timesOf(pair));
  await publishUsers(system.nc, FEW_USERS, USERS);
  seen.push(await caughtUp(system));
  const times: Times[] = [];
  for (const pair of await pairsOf(system, USERS)) times.push(await timesOf(pair));
  const rebuild = await measureRebuild(system, 'timeline');
  seen.push(rebuild.memory);
  const memory = Math.max(...seen);
  return [
    ...times.map(listRow),
    ...times.map((many, index) => growthRow(fewTimes[index] as Times, many)),
    rebuild.row,
    {
      name: 'Administration: memory of the service, at most',
      value: `${Math.round(memory)} MiB`,
      target: `< ${MEMORY_MIB} MiB`,
      met: memory < MEMORY_MIB,
    },
  ];
};

/** Starts its own servers and the service as a process, and writes the history of its users into the streams. */
export const run = async (): Promise<BenchRow[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-bench-admin-'));
  const [nats, mongodb] = await Promise.all([
    startNats({ dataDirectory: join(directory, 'nats') }),
    startMongodb({ dataDirectory: join(directory, 'mongodb') }),
  ]);
  const nc = await connect({ servers: nats.url });
  actAs(nc, { signatures: testSignatures() });
  const mongo = mongoose.createConnection(mongodb.url, { dbName: `${prefix}_admin` });
  try {
    await declareStreams(nc, { replicas: 1 });
    const service = await startServiceProcess(new URL('../services/admin/src/main.ts', import.meta.url), {
      NATS_URL: nats.url,
      NATS_MONITORING_URL: nats.monitoringUrl,
      MONGODB_URL: mongodb.url,
      MONGODB_PREFIX: prefix,
      MASTER_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'info',
    });
    const blobs = openBlobs({ directory: join(directory, 'blobs') });
    try {
      return await measure({ nc, mongo, service, client: openRequestClient(nc, blobs) });
    } finally {
      await service.stop();
    }
  } finally {
    await mongo.close();
    await nc.close();
    await Promise.all([nats.stop(), mongodb.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
};

if (import.meta.main) printRows(await run());
