// Projections read several contexts, and only their own subjects.
import { subjectOf } from '@tradeium/contracts';
import type { Document } from 'mongoose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { balancesOf, openReadSide, type ReadSide } from '../../fixtures/read-side.ts';
import {
  type BalanceDocument,
  balances,
  deposit,
  deposited,
  movements,
  newId,
  type WalletEvent,
  wallet,
} from '../../fixtures/wallet.ts';
import { openAggregates, type Projection } from '../index.ts';

let side: ReadSide;

beforeEach(async () => {
  side = await openReadSide();
});
afterEach(() => side.stop());

/** The same aggregate in another context. */
const otherWallet: typeof wallet = { ...wallet, context: 'auth' };
/** And another aggregate in the same context. */
const purse: typeof wallet = { ...wallet, name: 'purse' };

const open = (definition: typeof wallet) => {
  const aggregates = openAggregates({ nc: side.nc, log: side.log, now: () => new Date() }, definition);
  return async (id: string, amount = 1): Promise<number> => {
    const outcome = await aggregates.execute(id, { commandId: newId() }, deposit(amount));
    return outcome.ok ? outcome.sequence : 0;
  };
};

describe('a projection of two contexts', () => {
  const both: Projection<WalletEvent, BalanceDocument> = { ...balances, reads: [wallet, otherWallet] };

  test('folds the events of both into the same documents, and waits in each stream', async () => {
    const projections = await side.run([both], { batchSize: 3 });
    const [here, there] = [open(wallet), open(otherWallet)];
    const ids = Array.from({ length: 4 }, newId);
    const written = ids.flatMap((id) => [
      ...Array.from({ length: 10 }, () => here(id)),
      ...Array.from({ length: 5 }, () => there(id, 100)),
    ]);
    const positions = { CREDITS: 0, AUTH: 0 };
    for (const [n, sequence] of (await Promise.all(written)).entries()) {
      const stream = n % 15 < 10 ? 'CREDITS' : 'AUTH';
      positions[stream] = Math.max(positions[stream], sequence);
    }
    expect(positions).toEqual({ CREDITS: 40, AUTH: 20 });
    expect(await projections.waitFor(positions, 10_000)).toBe(true);
    expect(await balancesOf(projections)).toEqual(Object.fromEntries(ids.map((id) => [id, 510])));
    const document = await projections.documents(both).findById(ids[0]).lean();
    expect(Object.keys(document?.seq ?? {}).sort()).toEqual(['AUTH', 'CREDITS']);
  });

  test('takes a replay of one of them without counting twice, and gives the same result in a rebuild', async () => {
    const first = await side.run([both]);
    const [here, there] = [open(wallet), open(otherWallet)];
    const id = newId();
    for (let n = 0; n < 5; n += 1) await Promise.all([here(id), there(id, 10)]);
    expect(await first.caughtUp(5_000)).toBe(true);
    await first.stop();
    await side.database.collection('checkpoints').updateOne({}, { $set: { 'positions.AUTH': 2 } });
    const second = await side.run([both]);
    expect(await second.caughtUp(5_000)).toBe(true);
    expect(await balancesOf(second)).toEqual({ [id]: 55 });
    await second.rebuild('balances');
    await expect.poll(() => balancesOf(second)).toEqual({ [id]: 55 });
  });
});

describe('a projection that needs some subjects of a stream', () => {
  test('is not sent the others, and still knows when it has come as far as they are', async () => {
    const projections = await side.run([balances, movements]);
    const [mine, others] = [open(wallet), open(purse)];
    const id = newId();
    await mine(id);
    for (let n = 0; n < 30; n += 1) {
      const sequence = await others(newId());
      expect(await projections.waitFor({ CREDITS: sequence }, 2_000)).toBe(true);
    }
    const last = await mine(id);
    expect(await projections.waitFor({ CREDITS: last }, 2_000)).toBe(true);
    expect(await balancesOf(projections)).toEqual({ [id]: 2 });
    const manager = await side.nc.jetstreamManager();
    const consumers = await manager.consumers.list('CREDITS').next();
    // A separate consumer delivered what was there at the start.
    for (const { delivered } of consumers) expect(delivered.consumer_seq).toBeLessThanOrEqual(2);
    expect((await projections.status()).map(({ behind }) => behind)).toEqual([0, 0]);
  });

  test('ignores positions that the stream does not have', async () => {
    const projections = await side.run([balances]);
    const others = open(purse);
    await others(newId());
    expect(await projections.waitFor({ CREDITS: 1_000_000 }, 100)).toBe(false);
    const mine = await open(wallet)(newId());
    expect(await projections.waitFor({ CREDITS: mine }, 2_000)).toBe(true);
    expect(Object.values(await balancesOf(projections))).toEqual([1]);
  });

  test('is rebuilt without waiting for events of others', async () => {
    const id = newId();
    await open(wallet)(id);
    const others = open(purse);
    for (let n = 0; n < 10; n += 1) await others(newId());
    const projections = await side.run([balances]);
    expect(await projections.caughtUp(5_000)).toBe(true);
    await projections.rebuild('balances');
    expect(await balancesOf(projections)).toEqual({ [id]: 1 });
  });
});

test('documents with a checkpoint of other streams than the projection reads are served and rebuilt', async () => {
  const id = newId();
  await side.append(5, [id]);
  const collection = 'balances_v1_0000abcd';
  await side.database
    .collection('checkpoints')
    .insertOne({ _id: 'balances', version: 1, collection, positions: { AUTH: 3 } } as unknown as Document);
  await side.database.collection('checkpoints').insertOne({
    _id: 'balances/next',
    version: 1,
    collection: 'balances_v1_0000abce',
    positions: { AUTH: 2 },
  } as unknown as Document);
  await side.database
    .collection(collection)
    .insertOne({ _id: id, seq: { AUTH: 3 }, balance: 3, events: 3 } as unknown as Document);
  const projections = await side.run([balances], { dropUnusedAfterMs: 50 });
  expect(await projections.caughtUp(10_000)).toBe(true);
  expect(await balancesOf(projections)).toEqual({ [id]: 5 });
  const names = async () => (await side.database.listCollections()).map(({ name }) => name);
  await expect.poll(names).not.toContain(collection);
  expect(await names()).not.toContain('balances_v1_0000abce');
});

test('an aggregate of the same name in another context does not pass for its own', async () => {
  const projections = await side.run([balances]);
  await open(otherWallet)(newId());
  const event = { events: [deposited(1)], meta: { commandId: 'x', at: '2026-01-01T00:00:00.000Z' } };
  await side.nc.jetstream().publish(subjectOf('credits', 'wallet', 'w'), JSON.stringify(event));
  expect(await projections.caughtUp(5_000)).toBe(true);
  expect(await balancesOf(projections)).toEqual({ w: 1 });
});
