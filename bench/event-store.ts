// Measures what the event store costs on top of bare JetStream at the same durability, and how fast projections are replayed.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamOf, subjectOf } from '@tradeium/contracts';
import { startMongodb, startNats } from '@tradeium/embedded';
import { type AnyProjection, actAs, openAggregates, runProjections } from '@tradeium/event-store';
import { declareStreams } from '@tradeium/event-store/streams';
import mongoose from 'mongoose';
import { connect, type NatsConnection } from 'nats';
import { balances, deposit, deposited, movements, wallet } from '../libs/event-store/fixtures/wallet.ts';
import { startNatsCluster } from '../libs/testing/src/servers/nats-cluster.ts';
import { publishSigned, testSignatures } from '../libs/testing/src/servers/signing-keys.ts';
import { type BenchRow, median, printRows } from './parts/bench-row.ts';

const ROUNDS = 9;
const SERIAL_APPENDS = 400;
const PIPELINED_APPENDS = 3_200;
const WRITERS = 64;
const REPLAYED_EVENTS = 20_000;
const REPLAYED_WALLETS = 500;
const OUR_SHARE = 0.6;
const REPLAY_RATE = 5_000;
const SIGNED_SHARE = 0.6;

const ignore = (): void => {};

const log = { debug: ignore, info: ignore, warn: console.warn, error: console.error };
const now = () => new Date();

/** Starts its own servers; the streams are written with `sync_interval: always`, as in the product. */
export const run = async (): Promise<BenchRow[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  const [nats, mongodb] = await Promise.all([
    startNats({ dataDirectory: join(directory, 'nats') }),
    startMongodb({ dataDirectory: join(directory, 'mongodb') }),
  ]);
  const nc = await connect({ servers: nats.url });
  const signing = await connect({ servers: nats.url });
  signs(signing);
  try {
    await declareStreams(nc, { replicas: 1 });
    const appends = await compareAppends(nc, 'Event store');
    const signed = await compareSigned(nc, signing);
    const replays = await measureReplays({ nc, signing }, mongodb.url);
    return [...appends, ...signed, ...(await appendsOnThreeServers()), ...replays];
  } finally {
    await signing.close();
    await nc.close();
    await Promise.all([nats.stop(), mongodb.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
};

/** From here on the connection signs, and checks every commit once more. */
const signs = (nc: NatsConnection): void => actAs(nc, { signatures: testSignatures({ checks: true }) });

/** The servers share this machine's processors and disk, so the rates are the least that three machines reach. */
const appendsOnThreeServers = async (): Promise<BenchRow[]> => {
  const cluster = await startNatsCluster();
  try {
    return await compareAppends(await cluster.connect(), 'Three servers that replicate');
  } finally {
    await cluster.stop();
  }
};

type Append = (id: string, n: number) => Promise<unknown>;

/** The same commits by a bare `publish` and by the store, in turn: each round's share is of neighbours in time. */
const compareAppends = async (nc: NatsConnection, servers: string): Promise<BenchRow[]> => {
  const compare = async (name: string, writers: number, appends: number): Promise<BenchRow> => {
    const rounds: { bare: number; ours: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await appendRate(bareAppend(nc), writers, appends);
      rounds.push({ bare, ours: await appendRate(ourAppend(nc), writers, appends) });
    }
    const share = median(rounds.map(({ bare, ours }) => ours / bare));
    const [ours, bare] = [
      median(rounds.map((round) => round.ours)),
      median(rounds.map((round) => round.bare)),
    ];
    return {
      name: `${servers}: ${name}, of bare JetStream`,
      value: `${Math.round(100 * share)} % (${Math.round(ours)} of ${Math.round(bare)}/s)`,
      target: `≥ ${100 * OUR_SHARE} %`,
      met: share >= OUR_SHARE,
    };
  };
  return [
    await compare('appends one by one', 1, SERIAL_APPENDS),
    await compare(`appends by ${WRITERS} writers`, WRITERS, PIPELINED_APPENDS),
  ];
};

/** Commits with signatures, compared with the same without, in turns. */
const compareSigned = async (nc: NatsConnection, signing: NatsConnection): Promise<BenchRow[]> => {
  const compare = async (name: string, writers: number, appends: number): Promise<BenchRow> => {
    const shares: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const unsigned = await appendRate(ourAppend(nc), writers, appends);
      shares.push((await appendRate(ourAppend(signing), writers, appends)) / unsigned);
    }
    const share = median(shares);
    return {
      name: `Event store: signed ${name}, of unsigned ones`,
      value: `${Math.round(100 * share)} %`,
      target: `≥ ${100 * SIGNED_SHARE} %`,
      met: share >= SIGNED_SHARE,
    };
  };
  return [
    await compare('appends one by one', 1, SERIAL_APPENDS),
    await compare(`appends by ${WRITERS} writers`, WRITERS, PIPELINED_APPENDS),
  ];
};

/** Appends per second, each writer to its own aggregate. */
const appendRate = async (append: Append, writers: number, appends: number): Promise<number> => {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const id = randomBytes(8).toString('hex');
      for (let n = 0; n < appends / writers; n += 1) await append(id, n);
    }),
  );
  return (1_000 * appends) / (performance.now() - start);
};

/** The least that an event store must do: the expected sequence, the message id, the answer. */
const bareAppend = (nc: NatsConnection): Append => {
  const jetstream = nc.jetstream();
  const last = new Map<string, number>();
  return async (id, n) => {
    const meta = { commandId: `${id}-${n}`, userId: id, at: now().toISOString() };
    const ack = await jetstream.publish(
      subjectOf('credits', 'wallet', id),
      JSON.stringify({ events: [deposited(1)], meta }),
      {
        msgID: meta.commandId,
        expect: { streamName: streamOf('credits'), lastSubjectSequence: last.get(id) ?? 0 },
      },
    );
    last.set(id, ack.seq);
  };
};

const ourAppend = (nc: NatsConnection): Append => {
  const wallets = openAggregates({ nc, log, now }, wallet);
  return async (id, n) => {
    const outcome = await wallets.execute(
      id,
      { commandId: `${id}-${n}`, input: { amount: 1 }, userId: id },
      deposit(1),
    );
    if (!outcome.ok) throw new Error(outcome.refusal.refused);
  };
};

const measureReplays = async (
  { nc, signing }: Record<'nc' | 'signing', NatsConnection>,
  mongodbUrl: string,
): Promise<BenchRow[]> => {
  const manager = await nc.jetstreamManager();
  await manager.streams.delete(streamOf('credits'));
  await declareStreams(nc, { replicas: 1 });
  const ids = Array.from({ length: REPLAYED_WALLETS }, (_, n) => `wallet-${n}`);
  const perWallet = REPLAYED_EVENTS / REPLAYED_WALLETS;
  await Promise.all(
    ids.map(async (id) => {
      const subject = subjectOf('credits', 'wallet', id);
      for (let n = 0, last = 0; n < perWallet; n += 1) {
        const meta = { commandId: `${id}-${n}`, userId: id, at: now().toISOString() };
        last = await publishSigned(nc, subject, JSON.stringify({ events: [deposited(1)], meta }), last);
      }
    }),
  );
  const measure = async (name: string, projection: AnyProjection, reader = nc): Promise<BenchRow> => {
    const rates: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      if (reader === signing) signs(signing);
      rates.push(await replayRate(reader, mongodbUrl, projection));
    }
    const rate = median(rates);
    return {
      name: `Event store: replay, ${name}`,
      value: `${Math.round(rate)} events/s`,
      target: `≥ ${REPLAY_RATE} events/s`,
      met: rate >= REPLAY_RATE,
    };
  };
  return [
    await measure(`${REPLAYED_EVENTS} events into ${REPLAYED_WALLETS} documents`, balances),
    await measure(`${REPLAYED_EVENTS} events into as many documents`, movements),
    await measure(`${REPLAYED_EVENTS} events with checked signatures`, balances, signing),
  ];
};

const replayRate = async (
  nc: NatsConnection,
  mongodbUrl: string,
  projection: AnyProjection,
): Promise<number> => {
  const dbName = `bench_${randomBytes(6).toString('hex')}`;
  const connection = await mongoose.createConnection(mongodbUrl, { dbName, autoIndex: false }).asPromise();
  const start = performance.now();
  const projections = runProjections({ nc, mongo: connection, log, now, projections: [projection] });
  const isDone = await projections.caughtUp(120_000);
  const rate = (1_000 * REPLAYED_EVENTS) / (performance.now() - start);
  await projections.stop();
  await connection.dropDatabase();
  await connection.close();
  if (!isDone) throw new Error('the replay did not end');
  return rate;
};

if (import.meta.main) printRows(await run());
