// Servers are killed and answers get lost while commands are executed: what was acknowledged is there exactly once.
import { setTimeout as delay } from 'node:timers/promises';
import { subjectOf } from '@tradeium/contracts';
import {
  type EventServer,
  openFlakyLink,
  openTestDatabase,
  startEventServer,
  startMongodb,
  type TestDatabase,
  testLog,
} from '@tradeium/testing';
import type { NatsConnection, StoredMsg } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, deposit, newId, wallet } from '../../fixtures/wallet.ts';
import { isNatsOutage, openAggregates, runProjections, runReaction } from '../index.ts';
import { readMessages } from '../streams/read-messages.ts';

let server: EventServer;
let nc: NatsConnection;
let database: TestDatabase;

beforeAll(async () => {
  [server, database] = await Promise.all([startEventServer(), openTestDatabase()]);
  nc = await server.connect();
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

const now = () => new Date();

/** The command ids of every commit in the stream, in order. */
const commandIds = async (): Promise<string[]> => {
  const manager = await nc.jetstreamManager();
  const { state } = await manager.streams.info('CREDITS');
  const found: string[] = [];
  const signal = AbortSignal.timeout(10_000);
  for await (const batch of readMessages(nc, { stream: 'CREDITS', after: 0, batchSize: 1_000, signal })) {
    for (const { data } of batch) found.push(JSON.parse(Buffer.from(data).toString()).meta.commandId);
    if (batch.at(-1)?.sequence === state.last_seq) break;
  }
  return found;
};

test('appends, projections and reactions continue after NATS was killed, with nothing lost and nothing twice', async () => {
  const log = testLog();
  const wallets = openAggregates({ nc, log, now }, wallet);
  const projections = await runProjections({
    nc,
    mongo: database.connection,
    log,
    now,
    projections: [balances],
  });
  const reactedTo = new Set<string>();
  const reaction = runReaction(
    { nc, log, now },
    {
      name: 'follow',
      reads: [wallet],
      startAt: 'beginning',
      handle: async ({ meta }) => reactedTo.add(meta.commandId),
    },
  );
  const ids = Array.from({ length: 20 }, newId);
  const acknowledged: string[] = [];
  let isOver = false;

  /** One user, repeating a command until it is answered. */
  const use = async (id: string) => {
    for (let n = 0; !isOver; n += 1) {
      const commandId = `${id}:${n}`;
      while (!(await wallets.execute(id, { commandId }, deposit(1))).ok);
      acknowledged.push(commandId);
    }
  };
  const users = Promise.all(ids.map(use));
  const acknowledgedMore = async (count: number) => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + count);
  };

  for (let kills = 0; kills < 2; kills += 1) {
    await acknowledgedMore(300);
    await server.kill();
    await delay(200 * kills);
    await server.restart();
  }
  await acknowledgedMore(300);
  isOver = true;
  await users;

  const written = await commandIds();
  expect(new Set(written).size).toBe(written.length);
  expect(new Set(written)).toEqual(new Set(acknowledged));

  expect(await projections.caughtUp(10_000)).toBe(true);
  const documents = await projections.documents(balances).find().lean();
  const expected = new Map(
    ids.map((id) => [id, acknowledged.filter((command) => command.startsWith(id)).length]),
  );
  expect(new Map(documents.map(({ _id, balance }) => [_id, balance]))).toEqual(expected);

  await expect.poll(() => reactedTo.size).toBe(acknowledged.length);
  await Promise.all([projections.stop(), reaction.stop()]);
});

test('while NATS is down a command is refused as unavailable, and the same command succeeds later', async () => {
  const dependencies = { nc, log: testLog(), now };
  const wallets = openAggregates(dependencies, wallet);
  const [cached, cold] = [newId(), newId()];
  await wallets.execute(cached, { commandId: 'before' }, deposit(1));
  await server.kill();
  const unavailable = { ok: false, refusal: { refused: 'SERVICE_UNAVAILABLE' } };
  const during = [cached, cold].map((id) => wallets.execute(id, { commandId: 'during' }, deposit(1)));
  expect(await Promise.all(during)).toEqual([unavailable, unavailable]);
  await server.restart();
  for (const id of [cached, cold]) {
    expect(await wallets.execute(id, { commandId: 'during' }, deposit(1))).toMatchObject({ ok: true });
  }
  expect((await openAggregates(dependencies, wallet).load(cached)).state.balance).toBe(2);
  expect((await openAggregates(dependencies, wallet).load(cold)).state.balance).toBe(1);
});

test('a command whose answer got lost is found in the stream, and not written twice', async () => {
  const link = await openFlakyLink(server.url);
  const log = testLog();
  const wallets = openAggregates({ nc: await server.connect(link.url), log, now }, wallet);
  const direct = await nc.jetstreamManager();
  const id = newId();
  const subject = subjectOf('credits', 'wallet', id);
  const lastOf = async () => (await direct.streams.getMessage('CREDITS', { last_by_subj: subject })).seq;
  await wallets.execute(id, { commandId: 'a' }, deposit(1));
  const before = await lastOf();
  link.loseAnswers();
  const executed = wallets.execute(id, { commandId: 'b' }, deposit(2));
  await expect.poll(lastOf).toBeGreaterThan(before);
  link.mend();
  expect(await executed).toMatchObject({ ok: true, repeated: false, state: { balance: 3, deposits: 2 } });
  expect(log.lines).toMatchObject([{ level: 'warn', message: 'an append was not answered' }]);
  expect(await openAggregates({ nc, log, now }, wallet).load(id)).toEqual({
    state: { balance: 3, deposits: 2 },
    sequence: await lastOf(),
  });
  await link.close();
});

test('a load whose answer got lost is answered as soon as the connection is back', async () => {
  const link = await openFlakyLink(server.url);
  const wallets = openAggregates({ nc: await server.connect(link.url), log: testLog(), now }, wallet);
  const id = newId();
  await wallets.execute(id, { commandId: 'a' }, deposit(1));
  link.loseAnswers();
  const loaded = wallets.load(id);
  await link.answerLost();
  link.mend();
  expect((await loaded).state.balance).toBe(1);
  await link.close();
});

test('a reader whose consumer was made but not heard of begins as soon as the connection is back', async () => {
  const wallets = openAggregates({ nc, log: testLog(), now }, wallet);
  const id = newId();
  await wallets.execute(id, { commandId: 'a' }, deposit(1));
  const link = await openFlakyLink(server.url);
  const reader = await server.connect(link.url);
  link.loseAnswers();
  const leaving = new AbortController();
  const subjects = [subjectOf('credits', 'wallet', id)];
  const first = readMessages(reader, {
    stream: 'CREDITS',
    subjects,
    after: 0,
    batchSize: 10,
    signal: leaving.signal,
  }).next();
  await link.answerLost();
  link.mend();
  expect((await first).value).toHaveLength(1);
  leaving.abort();
  await link.close();
});

test('commands and loads that NATS interrupts continue when it is back', async () => {
  const wallets = openAggregates({ nc, log: testLog(), now }, wallet);
  const ids = Array.from({ length: 10 }, newId);
  await Promise.all(ids.map((id) => wallets.execute(id, { commandId: 'a' }, deposit(1))));
  const executed = ids.map((id) => wallets.execute(id, { commandId: 'b' }, deposit(1)));
  const loaded = ids.map((id) => openAggregates({ nc, log: testLog(), now }, wallet).load(id));
  await server.kill();
  await server.restart();
  expect((await Promise.all(executed)).map((outcome) => outcome.ok && outcome.state.balance)).toEqual(
    ids.map(() => 2),
  );
  await expect(Promise.all(loaded)).resolves.toHaveLength(ids.length);
});

test('a server that is behind what is known here is down, not broken; nothing is forgotten until it has caught up', async () => {
  const own = await startEventServer();
  const connection = await own.connect();
  const open = () => openAggregates({ nc: connection, log: testLog(), now }, wallet);
  const [writer, reader] = [open(), open()];
  const id = newId();
  for (let n = 1; n <= 3; n += 1) await writer.execute(id, { commandId: `c${n}` }, deposit(1));
  await reader.load(id);

  const manager = await connection.jetstreamManager();
  const { config } = await manager.streams.info('CREDITS');
  const kept = await Promise.all([1, 2, 3].map((seq) => manager.streams.getMessage('CREDITS', { seq })));
  const [newest] = kept.splice(2);
  const restore = async ({ subject, data, header }: StoredMsg) =>
    void (await connection.jetstream().publish(subject, data, { headers: header }));
  await manager.streams.delete('CREDITS');
  await manager.streams.add(config);
  for (const message of kept) await restore(message);

  const [executed, loaded] = await Promise.all([
    // Nothing to do on the state known here, which may be old.
    writer.execute(id, { commandId: 'c4' }, () => []),
    reader.load(id).catch((error: unknown) => error),
  ]);
  expect(executed).toEqual({ ok: false, refusal: { refused: 'SERVICE_UNAVAILABLE' } });
  expect(isNatsOutage(loaded)).toBe(true);

  if (newest) await restore(newest);
  expect(await writer.execute(id, { commandId: 'c4' }, deposit(1))).toMatchObject({ state: { balance: 4 } });
  expect((await reader.load(id)).state.balance).toBe(4);
  await own.stop();
});

test('a projection says once that its database is down, and catches up when it is back', async () => {
  const mongodb = await startMongodb();
  const own = await openTestDatabase(mongodb.url);
  const log = testLog();
  const dependencies = { nc, log, now };
  const wallets = openAggregates(dependencies, wallet);
  const id = newId();
  const projections = await runProjections({
    ...dependencies,
    mongo: own.connection,
    projections: [balances],
  });
  await wallets.execute(id, { commandId: 'a' }, deposit(1));
  expect(await projections.caughtUp(10_000)).toBe(true);
  await mongodb.kill();
  const outcome = await wallets.execute(id, { commandId: 'b' }, deposit(2));
  expect(await projections.waitFor({ CREDITS: outcome.ok ? outcome.sequence : 0 }, 100)).toBe(false);
  await expect
    .poll(() => log.lines.map(({ message }) => message))
    .toEqual(['a projection fails, trying again']);
  await mongodb.restart();
  expect(await projections.caughtUp(20_000)).toBe(true);
  expect(await projections.documents(balances).findById(id).lean()).toMatchObject({ balance: 3, events: 2 });
  expect(log.lines.map(({ level }) => level)).toEqual(['error', 'info']);
  await projections.stop();
  await own.close();
  await mongodb.stop();
});
