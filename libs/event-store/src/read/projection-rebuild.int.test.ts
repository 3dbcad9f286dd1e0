// Rebuilds on a real NATS server and a real database: new documents are built in a separate collection, then replace the old ones.
import { projected } from '@tradeium/testing';
import type { Document } from 'mongoose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { balanceDocuments, balancesOf, openReadSide, type ReadSide } from '../../fixtures/read-side.ts';
import {
  type BalanceDocument,
  balances,
  deposited,
  movements,
  newId,
  type WalletEvent,
} from '../../fixtures/wallet.ts';
import { type Projection, RebuildCancelled } from '../index.ts';
import { CheckpointMoved, openCheckpoints } from './checkpoint.ts';

let side: ReadSide;

beforeEach(async () => {
  side = await openReadSide();
});
afterEach(() => side.stop());

describe('a rebuild', () => {
  test('gives the same documents as the live ones, which are served until it is done', async () => {
    const ids = Array.from({ length: 10 }, newId);
    const projections = await side.run([balances, movements], { batchSize: 20, dropUnusedAfterMs: 50 });
    await side.append(200, ids);
    await projections.caughtUp(5_000);
    const before = await balanceDocuments(projections);
    const [status] = await projections.status();
    const rebuilt = projections.rebuild('balances');
    expect(await balanceDocuments(projections)).toEqual(before);
    await rebuilt;
    await expect.poll(async () => (await projections.status())[0]?.collection).not.toBe(status?.collection);
    expect(await balanceDocuments(projections)).toEqual(before);
    const collections = async () =>
      (await side.database.listCollections())
        .map(({ name }) => name)
        .filter((name) => name.startsWith('balances'));
    await expect.poll(collections).toHaveLength(1);
  });

  test('loses nothing that is written meanwhile', async () => {
    const ids = Array.from({ length: 10 }, newId);
    const projections = await side.run([balances], { batchSize: 20 });
    await side.append(100, ids);
    await Promise.all([projections.rebuild('balances'), side.append(100, ids), side.append(100, ids)]);
    await expect.poll(async () => Object.values(await balancesOf(projections))).toEqual(ids.map(() => 30));
  });

  test('happens automatically when the version is new; an older process then only reads', async () => {
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
    await side.append(10, [id]);
    const older = await side.run([balances]);
    await older.caughtUp(5_000);
    const newer = await side.run([doubled]);
    expect(await newer.caughtUp(5_000)).toBe(true);
    expect(await balancesOf(newer)).toEqual({ [id]: 20 });
    await side.append(1, [id]);
    await newer.caughtUp(5_000);
    expect(await balancesOf(newer)).toEqual({ [id]: 22 });
    await expect.poll(async () => (await older.status())[0]?.state).toBe('outdated');
    expect(await balancesOf(older)).toEqual({ [id]: 22 });
  });

  test('that was begun by a process that died is resumed', async () => {
    const id = newId();
    await side.append(10, [id]);
    const first = await side.run([balances]);
    await first.caughtUp(5_000);
    await first.stop();
    const checkpoints = side.database.collection('checkpoints');
    const live = await checkpoints.findOne();
    const begun = {
      _id: 'balances/next',
      version: 2,
      collection: 'balances_v2_00000001',
      positions: { CREDITS: 4 },
    };
    await checkpoints.insertOne(begun as unknown as Document);
    const half = projected(balances, [1, 1, 1, 1].map(deposited));
    await side.database
      .collection(begun.collection)
      .insertOne({ ...half.id, _id: id, seq: { CREDITS: 4 } } as unknown as Document);
    const second = await side.run([{ ...balances, version: 2 }]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await second.status()).toMatchObject([{ collection: begun.collection, version: 2 }]);
    expect(live?.collection).not.toBe(begun.collection);
    expect(await balancesOf(second)).toEqual({ [id]: 10 });
  });
});

test('of two processes that rebuilt the same documents, the one that is done first makes its own live', async () => {
  const checkpoints = openCheckpoints(side.database);
  const wanted = { name: 'balances', version: 1, streams: ['CREDITS'] };
  const live = await checkpoints.readOrCreate('balances', wanted);
  const first = await checkpoints.readOrCreate('balances/next', wanted);
  await checkpoints.swap(live, first);
  const second = await checkpoints.readOrCreate('balances/next', wanted);
  await expect(checkpoints.swap(live, second)).rejects.toThrow(CheckpointMoved);
  expect((await checkpoints.readOrCreate('balances', wanted)).collection).toBe(first.collection);
});

describe('a rebuild that operators follow', () => {
  test('says how far it is, also in the conditions of its process', async () => {
    const projections = await side.run([balances], { batchSize: 20 });
    await side.append(200, Array.from({ length: 10 }, newId));
    await projections.caughtUp(5_000);
    const seen: { done: number; of: number }[] = [];
    const conditions: unknown[] = [];
    await projections.rebuild('balances', {
      onProgress: (progress) => {
        seen.push(progress);
        conditions.push(projections.conditions()[0]?.rebuilding);
      },
    });
    expect(seen[0]).toEqual({ done: 0, of: 200 });
    expect(seen.at(-1)).toEqual({ done: 200, of: 200 });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
    expect(conditions).toEqual(seen);
    expect(projections.conditions()[0]?.rebuilding).toBeNull();
  });

  test('leaves the live documents and nothing else when it is cancelled; the next one is complete', async () => {
    const ids = Array.from({ length: 10 }, newId);
    const projections = await side.run([balances], { batchSize: 20 });
    await side.append(200, ids);
    await projections.caughtUp(5_000);
    const before = await balanceDocuments(projections);
    const live = (await projections.status())[0]?.collection;
    const leaving = new AbortController();
    const rebuilt = projections.rebuild('balances', {
      signal: leaving.signal,
      onProgress: ({ done }) => done >= 40 && leaving.abort(),
    });
    await expect(rebuilt).rejects.toThrow(RebuildCancelled);
    const names = (await side.database.listCollections()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('balances'))).toEqual([live]);
    const checkpoints = await side.database.collection('checkpoints').find().toArray();
    expect(checkpoints).toMatchObject([{ _id: 'balances', collection: live }]);
    expect(await balanceDocuments(projections)).toEqual(before);
    await side.append(10, ids);
    await projections.rebuild('balances');
    await expect.poll(async () => (await projections.status())[0]?.collection).not.toBe(live);
    expect(Object.values(await balancesOf(projections))).toEqual(ids.map(() => 21));
  });

  test('goes on while one of its callers stays', async () => {
    const projections = await side.run([balances], { batchSize: 20 });
    await side.append(200, Array.from({ length: 10 }, newId));
    await projections.caughtUp(5_000);
    const leaving = new AbortController();
    const staying: number[] = [];
    const left = projections.rebuild('balances', {
      signal: leaving.signal,
      onProgress: ({ done }) => done >= 40 && leaving.abort(),
    });
    const stayed = projections.rebuild('balances', {
      signal: new AbortController().signal,
      onProgress: ({ done }) => staying.push(done),
    });
    await expect(left).rejects.toThrow(RebuildCancelled);
    await stayed;
    expect(staying.at(-1)).toBe(200);
  });
});
