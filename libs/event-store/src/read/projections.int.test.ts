// Projections on a real NATS server and a real database: the documents match the events, whatever happens.
import { type Commit, subjectOf } from '@tradeium/contracts';
import { startEventServer } from '@tradeium/testing';
import type { Collection, Document } from 'mongoose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testProjections } from '../../fixtures/projection-suite.ts';
import { balanceDocuments, balancesOf, openReadSide, type ReadSide } from '../../fixtures/read-side.ts';
import {
  type BalanceDocument,
  balances,
  deposit,
  movements,
  newId,
  type WalletEvent,
} from '../../fixtures/wallet.ts';
import type { Projection } from '../index.ts';

let side: ReadSide;

beforeEach(async () => {
  side = await openReadSide();
});
afterEach(() => side.stop());

/** Appends a message as it is. */
const appendRaw = (id: string, content: string | Commit) =>
  side.nc
    .jetstream()
    .publish(
      subjectOf('credits', 'wallet', id),
      typeof content === 'string' ? content : JSON.stringify(content),
    );

testProjections(startEventServer);

describe('documents', () => {
  test('are waited for no longer than asked', async () => {
    const projections = await side.run([balances]);
    expect(await projections.waitFor({ CREDITS: 1 }, 50)).toBe(false);
    expect(await projections.waitFor({ AUTH: 1 }, 50)).toBe(true);
  });

  test('have the indexes of their schema, even after a rebuild', async () => {
    await side.append(3, [newId()]);
    const projections = await side.run([movements]);
    const collection = () => projections.documents(movements).collection;
    const indexed = async () => (await collection().indexes()).map(({ key }) => key);
    await projections.caughtUp(5_000);
    await expect.poll(indexed).toContainEqual({ walletId: 1 });
    const before = collection().collectionName;
    await projections.rebuild('movements');
    await expect.poll(() => collection().collectionName).not.toBe(before);
    expect(await indexed()).toContainEqual({ walletId: 1 });
  });
});

describe('a database', () => {
  const copyOf = async (name: string) => {
    const collection = side.database.collection(name) as unknown as Collection;
    const documents = await collection.find().toArray();
    return async () => {
      await collection.deleteMany({});
      if (documents.length > 0) await collection.insertMany(documents as Document[]);
    };
  };

  test('restored to an older state catches up: nothing is lost, nothing counts twice', async () => {
    const ids = Array.from({ length: 5 }, newId);
    const first = await side.run([balances]);
    await side.append(50, ids);
    await first.caughtUp(5_000);
    const [status] = await first.status();
    const restore = await Promise.all(['checkpoints', status?.collection as string].map(copyOf));
    await side.append(50, [...ids, newId()]);
    await first.caughtUp(5_000);
    const before = await balanceDocuments(first);
    await first.stop();
    for (const restoreOne of restore) await restoreOne();
    expect(await balanceDocuments(first)).not.toEqual(before);

    const second = await side.run([balances]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await balanceDocuments(second)).toEqual(before);
  });

  test('restored while the service runs catches up as well', async () => {
    const ids = Array.from({ length: 5 }, newId);
    const projections = await side.run([balances]);
    await side.append(50, ids);
    await projections.caughtUp(5_000);
    const [status] = await projections.status();
    const restore = await Promise.all(['checkpoints', status?.collection as string].map(copyOf));
    await side.append(50, ids);
    await projections.caughtUp(5_000);
    for (const restoreOne of restore) await restoreOne();
    await side.append(5, ids);
    await expect
      .poll(() => balancesOf(projections))
      .toEqual(Object.fromEntries(ids.sort().map((id) => [id, 21])));
  });

  test('with a checkpoint older than its documents has none of those twice that are never looked up', async () => {
    const first = await side.run([movements]);
    await side.append(30, [newId()]);
    await first.caughtUp(5_000);
    const documents = () => first.documents(movements).find().sort({ _id: 1 }).lean();
    const before = await documents();
    expect(before).toHaveLength(30);
    await first.stop();
    // Like a crash between the documents and the checkpoint.
    const earlier = { 'positions.CREDITS': Number(before[10]?._id.split(':')[0]) };
    await side.database.collection('checkpoints').updateOne({}, { $set: earlier });
    const second = await side.run([movements]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await documents()).toEqual(before);
    expect(await second.status()).toMatchObject([{ behind: 0, parked: 0 }]);
  });

  test('that came back with older documents than its checkpoint says takes a replay without counting twice', async () => {
    const ids = Array.from({ length: 3 }, newId);
    const projections = await side.run([balances]);
    await side.append(30, ids);
    await projections.caughtUp(5_000);
    const before = await balanceDocuments(projections);
    await projections.stop();
    // Like a crash between the documents and the checkpoint.
    await side.database.collection('checkpoints').updateOne({}, { $set: { 'positions.CREDITS': 3 } });
    const again = await side.run([balances], { batchSize: 4 });
    expect(await again.caughtUp(5_000)).toBe(true);
    expect(await balanceDocuments(again)).toEqual(before);
  });

  test('that was dropped is filled again from the first event', async () => {
    const ids = Array.from({ length: 3 }, newId);
    const first = await side.run([balances]);
    await side.append(30, ids);
    await first.caughtUp(5_000);
    const before = await balanceDocuments(first);
    await first.stop();
    await side.database.dropDatabase();
    const second = await side.run([balances]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await balanceDocuments(second)).toEqual(before);
  });

  test('that knows more than the stream, which was lost, is rebuilt from the stream', async () => {
    const first = await side.run([balances]);
    await side.append(20, [newId()]);
    await first.caughtUp(5_000);
    await first.stop();
    const other = await openReadSide();
    const id = newId();
    await other.append(3, [id]);
    const second = await side.run([balances], { nc: other.nc });
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await balancesOf(second)).toEqual({ [id]: 3 });
    expect(side.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining('lost events') }),
    );
    await second.stop();
    await other.stop();
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

  test('is parked and reported, and the rest continues', async () => {
    const projections = await side.run([fragile]);
    const [one, other] = [newId(), newId()];
    await side.wallets.execute(one, { commandId: 'a' }, deposit(1));
    const poison = await side.wallets.execute(one, { commandId: 'b' }, deposit(13));
    await side.wallets.execute(other, { commandId: 'c' }, deposit(2));
    await side.wallets.execute(one, { commandId: 'd' }, deposit(4));
    expect(await projections.caughtUp(5_000)).toBe(true);
    expect(await balancesOf(projections)).toEqual({ [one]: 5, [other]: 2 });
    expect(await projections.status()).toMatchObject([{ parked: 1, behind: 0 }]);
    const parked = await side.database.collection('parked_events').find().toArray();
    expect(parked).toMatchObject([
      {
        projection: 'balances',
        sequence: poison.ok && poison.sequence,
        index: 0,
        type: 'Deposited',
        error: expect.stringContaining('unlucky'),
      },
    ]);
    expect(side.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'an event was parked' }),
    );
  });

  test('is taken by a corrected version, and parked no longer', async () => {
    const first = await side.run([fragile]);
    const id = newId();
    await side.wallets.execute(id, { commandId: 'a' }, deposit(13));
    await first.caughtUp(5_000);
    await first.stop();
    const second = await side.run([{ ...balances, version: 2 }], { dropUnusedAfterMs: 50 });
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await balancesOf(second)).toEqual({ [id]: 13 });
    expect(await second.status()).toMatchObject([{ parked: 0 }]);
    await expect.poll(() => side.database.collection('parked_events').countDocuments()).toBe(0);
  });

  test.each([
    ['no JSON', 'not JSON at all'],
    ['no commit', '{"events":[]}'],
  ])('because it is %s is parked whole', async (_, content) => {
    const projections = await side.run([balances]);
    await appendRaw(newId(), content);
    const id = newId();
    await side.append(1, [id]);
    expect(await projections.caughtUp(5_000)).toBe(true);
    expect(await balancesOf(projections)).toEqual({ [id]: 1 });
    expect(await projections.status()).toMatchObject([{ parked: 1 }]);
    expect(await side.database.collection('parked_events').findOne()).toMatchObject({ index: -1 });
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
      await side.wallets.execute(id, { commandId: 'a' }, deposit(n === 3 ? 13 : 1));
    const projections = await side.run([refusing]);
    expect(await projections.caughtUp(20_000)).toBe(true);
    expect(await balancesOf(projections)).toEqual(
      Object.fromEntries(ids.filter((_, n) => n !== 3).map((id) => [id, 1])),
    );
    expect(await projections.status()).toMatchObject([{ parked: 1, behind: 0 }]);
  });
});
