// Projections on a real NATS server and a real database: the documents are what the events say, whatever happens.
import { type Commit, subjectOf } from '@tradeium/contracts';
import {
  type EventServer,
  openTestDatabase,
  projected,
  startEventServer,
  type TestDatabase,
  type TestLog,
  testLog,
} from '@tradeium/testing';
import type { Collection, Document } from 'mongoose';
import type { NatsConnection } from 'nats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type BalanceDocument,
  balances,
  closed,
  deposit,
  deposited,
  movements,
  newId,
  type Wallet,
  type WalletEvent,
  wallet,
  withdraw,
} from '../fixtures/wallet.ts';
import {
  type Aggregates,
  type AnyProjection,
  openAggregates,
  type Projection,
  type Projections,
  runProjections,
} from './index.ts';

let server: EventServer;
let nc: NatsConnection;
let database: TestDatabase;
let log: TestLog;
let wallets: Aggregates<Wallet, WalletEvent>;
const running: Projections[] = [];

beforeEach(async () => {
  log = testLog();
  [server, database] = await Promise.all([startEventServer(), openTestDatabase()]);
  nc = await server.connect();
  wallets = openAggregates({ nc, log, now }, wallet);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((projections) => projections.stop()));
  await server.stop();
  await database.close();
});

const now = () => new Date('2026-01-01T00:00:00.000Z');

async function run(
  projections: AnyProjection[],
  options: { batchSize?: number; dropUnusedAfterMs?: number } = {},
) {
  const started = await runProjections({ nc, mongo: database.connection, log, now, projections, ...options });
  running.push(started);
  return started;
}

/** Deposits 1 as often as `count` says, in each wallet in turn. */
async function append(count: number, walletIds: readonly string[]): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const id = walletIds[n % walletIds.length] as string;
      return wallets.execute(id, { commandId: newId() }, deposit(1));
    }),
  );
}

/** Appends a message as it stands, whatever it is. */
const appendRaw = (id: string, content: string | Commit) =>
  nc
    .jetstream()
    .publish(
      subjectOf('credits', 'wallet', id),
      typeof content === 'string' ? content : JSON.stringify(content),
    );

const balancesNow = async (projections: Projections): Promise<Record<string, number>> => {
  const found = await projections.documents(balances).find().sort({ _id: 1 }).lean();
  return Object.fromEntries(found.map(({ _id, balance }) => [_id, balance]));
};

const allDocuments = async (projections: Projections, projection: Projection<WalletEvent, BalanceDocument>) =>
  projections.documents(projection).find().sort({ _id: 1 }).lean();

describe('documents', () => {
  test('are what the events say, and can be read as soon as the command’s sequence is reached', async () => {
    const projections = await run([balances, movements]);
    const id = newId();
    await wallets.execute(id, { commandId: 'a' }, () => [deposited(100), deposited(20)]);
    const outcome = await wallets.execute(id, { commandId: 'b' }, withdraw(70));
    expect(await projections.waitFor('credits', outcome.ok ? outcome.sequence : 0, 2_000)).toBe(true);
    expect(await projections.documents(balances).findById(id).lean()).toEqual({
      _id: id,
      seq: outcome.ok && outcome.sequence,
      balance: 50,
      events: 3,
      changedAt: '2026-01-01T00:00:00.000Z',
    });
    const ofWallet = await projections.documents(movements).find({ walletId: id }).sort({ amount: 1 }).lean();
    expect(ofWallet.map(({ amount }) => amount)).toEqual([-70, 20, 100]);
    await wallets.execute(id, { commandId: 'c' }, () => [closed]);
    await projections.caughtUp(2_000);
    expect(await projections.documents(balances).countDocuments()).toBe(0);
  });

  test('are waited for no longer than asked', async () => {
    const projections = await run([balances]);
    expect(await projections.waitFor('credits', 1, 50)).toBe(false);
    expect(await projections.waitFor('auth', 1, 50)).toBe(true);
  });

  test('have the indexes of their schema', async () => {
    const projections = await run([movements]);
    const indexes = await projections.documents(movements).collection.indexes();
    expect(indexes.map(({ key }) => key)).toContainEqual({ walletId: 1 });
  });

  test('are the same when two processes keep them at the same time', async () => {
    const ids = Array.from({ length: 7 }, newId);
    const [one] = await Promise.all([run([balances], { batchSize: 3 }), run([balances], { batchSize: 5 })]);
    await append(100, ids);
    expect(await Promise.all(running.map((projections) => projections.caughtUp(10_000)))).toEqual([
      true,
      true,
    ]);
    const documents = await allDocuments(one, balances);
    expect(documents.map(({ events }) => events).reduce((a, b) => a + b)).toBe(100);
    expect((await one.status())[0]).toMatchObject({ behind: 0, parked: 0, state: 'following' });
  });
});

describe('a database', () => {
  const copyOf = async (name: string) => {
    const collection = database.connection.collection(name) as unknown as Collection;
    const documents = await collection.find().toArray();
    return async () => {
      await collection.deleteMany({});
      if (documents.length > 0) await collection.insertMany(documents as Document[]);
    };
  };

  test('restored to an older state catches up: nothing is lost, nothing counts twice', async () => {
    const ids = Array.from({ length: 5 }, newId);
    const first = await run([balances]);
    await append(50, ids);
    await first.caughtUp(5_000);
    const [status] = await first.status();
    const restore = await Promise.all(['checkpoints', status?.collection as string].map(copyOf));
    await append(50, [...ids, newId()]);
    await first.caughtUp(5_000);
    const before = await allDocuments(first, balances);
    await first.stop();
    for (const restoreOne of restore) await restoreOne();
    expect(await allDocuments(first, balances)).not.toEqual(before);

    const second = await run([balances]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await allDocuments(second, balances)).toEqual(before);
  });

  test('restored while the service runs catches up as well', async () => {
    const ids = Array.from({ length: 5 }, newId);
    const projections = await run([balances]);
    await append(50, ids);
    await projections.caughtUp(5_000);
    const [status] = await projections.status();
    const restore = await Promise.all(['checkpoints', status?.collection as string].map(copyOf));
    await append(50, ids);
    await projections.caughtUp(5_000);
    for (const restoreOne of restore) await restoreOne();
    await append(5, ids);
    await expect
      .poll(() => balancesNow(projections))
      .toEqual(Object.fromEntries(ids.sort().map((id) => [id, 21])));
  });

  test('that came back with older documents than its checkpoint says takes a replay without counting twice', async () => {
    const ids = Array.from({ length: 3 }, newId);
    const projections = await run([balances]);
    await append(30, ids);
    await projections.caughtUp(5_000);
    const before = await allDocuments(projections, balances);
    await projections.stop();
    // As after a crash between the documents and the checkpoint.
    await database.connection.collection('checkpoints').updateOne({}, { $set: { sequence: 3 } });
    const again = await run([balances], { batchSize: 4 });
    expect(await again.caughtUp(5_000)).toBe(true);
    expect(await allDocuments(again, balances)).toEqual(before);
  });

  test('that was dropped is filled again from the first event', async () => {
    const ids = Array.from({ length: 3 }, newId);
    const first = await run([balances]);
    await append(30, ids);
    await first.caughtUp(5_000);
    const before = await allDocuments(first, balances);
    await first.stop();
    await database.connection.dropDatabase();
    const second = await run([balances]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await allDocuments(second, balances)).toEqual(before);
  });

  test('that knows more than the stream, which was lost, is made anew from the stream', async () => {
    const first = await run([balances]);
    await append(20, [newId()]);
    await first.caughtUp(5_000);
    await first.stop();
    await server.stop();
    server = await startEventServer();
    nc = await server.connect();
    wallets = openAggregates({ nc, log, now }, wallet);
    const id = newId();
    await append(3, [id]);
    const second = await run([balances]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await balancesNow(second)).toEqual({ [id]: 3 });
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining('lost events') }),
    );
  });
});

describe('an event that a projection can’t take', () => {
  const fragile: Projection<WalletEvent, BalanceDocument> = {
    ...balances,
    changes: (stored) =>
      balances.changes(stored).map(({ id, apply }) => ({
        id,
        apply(document) {
          if (stored.event.type === 'Deposited' && stored.event.data.amount === 13)
            throw new Error('unlucky');
          return apply(document);
        },
      })),
  };

  test('is parked and told, and the rest flows', async () => {
    const projections = await run([fragile]);
    const [one, other] = [newId(), newId()];
    await wallets.execute(one, { commandId: 'a' }, deposit(1));
    const poison = await wallets.execute(one, { commandId: 'b' }, deposit(13));
    await wallets.execute(other, { commandId: 'c' }, deposit(2));
    await wallets.execute(one, { commandId: 'd' }, deposit(4));
    expect(await projections.caughtUp(5_000)).toBe(true);
    expect(await balancesNow(projections)).toEqual({ [one]: 5, [other]: 2 });
    expect(await projections.status()).toMatchObject([{ parked: 1, behind: 0 }]);
    const parked = await database.connection.collection('parked_events').find().toArray();
    expect(parked).toMatchObject([
      {
        projection: 'balances',
        sequence: poison.ok && poison.sequence,
        index: 0,
        type: 'Deposited',
        error: expect.stringContaining('unlucky'),
      },
    ]);
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'an event was parked' }),
    );
  });

  test('is taken by a corrected version, and parked no longer', async () => {
    const first = await run([fragile]);
    const id = newId();
    await wallets.execute(id, { commandId: 'a' }, deposit(13));
    await first.caughtUp(5_000);
    await first.stop();
    const second = await run([{ ...balances, version: 2 }], { dropUnusedAfterMs: 50 });
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await balancesNow(second)).toEqual({ [id]: 13 });
    expect(await second.status()).toMatchObject([{ parked: 0 }]);
    await expect.poll(() => database.connection.collection('parked_events').countDocuments()).toBe(0);
  });

  test.each([
    ['no JSON', 'not JSON at all'],
    ['no commit', '{"events":[]}'],
    [
      'of an unknown type',
      { events: [{ type: 'Unheard', data: {} }], meta: { commandId: 'x', at: '2026-01-01T00:00:00.000Z' } },
    ],
  ])('because it is %s is parked whole', async (_, content) => {
    const projections = await run([balances]);
    await appendRaw(newId(), content);
    const id = newId();
    await append(1, [id]);
    expect(await projections.caughtUp(5_000)).toBe(true);
    expect(await balancesNow(projections)).toEqual({ [id]: 1 });
    expect(await projections.status()).toMatchObject([{ parked: 1 }]);
    expect(await database.connection.collection('parked_events').findOne()).toMatchObject({ index: -1 });
  });

  test('because the database will not have its document is found in its batch and parked', async () => {
    const refusing: Projection<WalletEvent, BalanceDocument> = {
      ...balances,
      changes: (stored) =>
        balances.changes(stored).map(({ id, apply }) => ({
          id,
          apply(document) {
            const next = apply(document);
            // Larger than MongoDB's 16 MiB.
            return next?.balance === 13 ? { ...next, changedAt: 'x'.repeat(17 * 2 ** 20) } : next;
          },
        })),
    };
    const ids = Array.from({ length: 6 }, newId).sort();
    for (const [n, id] of ids.entries())
      await wallets.execute(id, { commandId: 'a' }, deposit(n === 3 ? 13 : 1));
    const projections = await run([refusing]);
    expect(await projections.caughtUp(20_000)).toBe(true);
    expect(await balancesNow(projections)).toEqual(
      Object.fromEntries(ids.filter((_, n) => n !== 3).map((id) => [id, 1])),
    );
    expect(await projections.status()).toMatchObject([{ parked: 1, behind: 0 }]);
  });
});

describe('a rebuild', () => {
  test('comes to the same documents as the live ones, which are served until it is done', async () => {
    const ids = Array.from({ length: 10 }, newId);
    const projections = await run([balances, movements], { batchSize: 20, dropUnusedAfterMs: 50 });
    await append(200, ids);
    await projections.caughtUp(5_000);
    const before = await allDocuments(projections, balances);
    const [status] = await projections.status();
    const rebuilt = projections.rebuild('balances');
    expect(await allDocuments(projections, balances)).toEqual(before);
    await rebuilt;
    await expect.poll(async () => (await projections.status())[0]?.collection).not.toBe(status?.collection);
    expect(await allDocuments(projections, balances)).toEqual(before);
    const collections = async () =>
      (await database.connection.listCollections())
        .map(({ name }) => name)
        .filter((name) => name.startsWith('balances'));
    await expect.poll(collections).toHaveLength(1);
  });

  test('loses nothing that is written meanwhile', async () => {
    const ids = Array.from({ length: 10 }, newId);
    const projections = await run([balances], { batchSize: 20 });
    await append(100, ids);
    await Promise.all([projections.rebuild('balances'), append(100, ids), append(100, ids)]);
    await expect.poll(async () => Object.values(await balancesNow(projections))).toEqual(ids.map(() => 30));
  });

  test('happens by itself when the version is new; an older process then only reads', async () => {
    const doubled: Projection<WalletEvent, BalanceDocument> = {
      ...balances,
      version: 2,
      changes: (stored) =>
        balances.changes(stored).map(({ id, apply }) => ({
          id,
          apply: (document) => {
            const before = document && { ...document, balance: document.balance / 2 };
            const after = apply(before);
            return after && { ...after, balance: after.balance * 2 };
          },
        })),
    };
    const id = newId();
    await append(10, [id]);
    const older = await run([balances]);
    await older.caughtUp(5_000);
    const newer = await run([doubled]);
    expect(await newer.caughtUp(5_000)).toBe(true);
    expect(await balancesNow(newer)).toEqual({ [id]: 20 });
    await append(1, [id]);
    await newer.caughtUp(5_000);
    expect(await balancesNow(newer)).toEqual({ [id]: 22 });
    await expect.poll(async () => (await older.status())[0]?.state).toBe('outdated');
    expect(await balancesNow(older)).toEqual({ [id]: 22 });
  });

  test('that was begun by a process that died is gone on with', async () => {
    const id = newId();
    await append(10, [id]);
    const first = await run([balances]);
    await first.caughtUp(5_000);
    await first.stop();
    const checkpoints = database.connection.collection('checkpoints');
    const live = await checkpoints.findOne();
    const begun = { _id: 'balances/next', version: 2, collection: 'balances_v2_00000001', sequence: 4 };
    await checkpoints.insertOne(begun as unknown as Document);
    const half = projected(balances, [1, 1, 1, 1].map(deposited));
    await database.connection
      .collection(begun.collection)
      .insertOne({ ...half.id, _id: id, seq: 4 } as unknown as Document);
    const second = await run([{ ...balances, version: 2 }]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await second.status()).toMatchObject([{ collection: begun.collection, version: 2 }]);
    expect(live?.collection).not.toBe(begun.collection);
    expect(await balancesNow(second)).toEqual({ [id]: 10 });
  });
});
