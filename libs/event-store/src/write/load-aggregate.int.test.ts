// Loading on a real NATS server: snapshots only save time, and old versions always load.
import { type RawEvent, subjectOf } from '@tradeium/contracts';
import { type EventServer, startEventServer, testLog } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deposit, newId, type Wallet, type WalletEvent, wallet, withdraw } from '../../fixtures/wallet.ts';
import { type AggregateDefinition, NewerEvent, openAggregates } from '../index.ts';
import { declareStreams } from '../streams/declare-streams.ts';

let server: EventServer;
let nc: NatsConnection;
let log = testLog();

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
});
beforeEach(() => {
  log = testLog();
});
afterAll(() => server.stop());

const now = () => new Date('2026-01-01T00:00:00.000Z');

const openWallets = (definition: Partial<AggregateDefinition<Wallet, WalletEvent>> = {}) =>
  openAggregates({ nc, log, now }, { ...wallet, ...definition });

/** How many events a load folds, and the result. */
const countedLoad = async (
  id: string,
  definition: Partial<AggregateDefinition<Wallet, WalletEvent>> = {},
) => {
  let folded = 0;
  const evolve = (state: Wallet, event: WalletEvent) => {
    folded += 1;
    return wallet.evolve(state, event);
  };
  const { state, sequence } = await openWallets({ ...definition, evolve }).load(id);
  return { folded, state, sequence };
};

const walletWith = async (commits: number, definition: Partial<AggregateDefinition<Wallet, WalletEvent>>) => {
  const id = newId();
  const wallets = openWallets(definition);
  for (let n = 0; n < commits; n += 1) await wallets.execute(id, { commandId: `c${n}` }, deposit(1));
  return id;
};

const snapshots = () => nc.jetstream().views.kv('SNAPSHOTS');

const snapshotOf = async (id: string) => (await snapshots()).get(`credits.wallet.${id}`);

describe('a snapshot', () => {
  test('is written every few commits, and only the tail after it is read', async () => {
    const id = await walletWith(25, { snapshotEvery: 10 });
    await expect.poll(async () => (await snapshotOf(id))?.json()).toMatchObject({ state: { balance: 20 } });
    expect(await countedLoad(id)).toMatchObject({ folded: 5, state: { balance: 25 } });
  });

  test('is only a cache: without any, every load gives the same result', async () => {
    const ids = await Promise.all(
      [3, 10, 12, 40].map((commits) => walletWith(commits, { snapshotEvery: 10 })),
    );
    const loadAll = () => Promise.all(ids.map((id) => openWallets().load(id)));
    await expect
      .poll(async () => (await snapshotOf(ids[3] as string))?.json())
      .toMatchObject({ sequence: expect.any(Number) });
    const before = await loadAll();
    const bucket = await snapshots();
    for (const id of ids) await bucket.delete(`credits.wallet.${id}`);
    expect(await loadAll()).toEqual(before);
    await bucket.destroy();
    expect(await loadAll()).toEqual(before);
    await declareStreams(nc, { replicas: 1 });
    expect(before.map(({ state }) => state.balance)).toEqual([3, 10, 12, 40]);
  });

  test('remembers commands, so that a process that loads it knows an old one', async () => {
    const id = await walletWith(12, { snapshotEvery: 10, rememberedCommands: 12 });
    await expect.poll(() => snapshotOf(id)).not.toBeNull();
    const outcome = await openWallets().execute(id, { commandId: 'c3' }, withdraw(12));
    expect(outcome).toMatchObject({ ok: true, repeated: true });
  });

  test('of another version of the state is not used', async () => {
    const id = await walletWith(10, { snapshotEvery: 10 });
    await expect.poll(() => snapshotOf(id)).not.toBeNull();
    expect(await countedLoad(id, { stateVersion: 2 })).toMatchObject({ folded: 10, state: { balance: 10 } });
  });

  test('that does not belong to the history of its aggregate is not used', async () => {
    const id = await walletWith(3, {});
    const key = `credits.wallet.${id}`;
    const { sequence } = await openWallets().load(id);
    const bucket = await snapshots();
    for (const wrong of [sequence - 10, sequence + 10]) {
      const content = {
        format: 1,
        stateVersion: 1,
        sequence: wrong,
        lastHash: 'other',
        state: { balance: 999, deposits: 1 },
        commands: [],
      };
      await bucket.put(key, JSON.stringify(content));
      expect((await openWallets().load(id)).state.balance).toBe(3);
    }
    const warning = { level: 'warn', message: expect.stringContaining('another history') };
    expect(log.lines).toMatchObject([warning, warning]);
  });

  test('of another format is not used', async () => {
    const id = await walletWith(3, {});
    const content = { stateVersion: 1, sequence: 1, state: { balance: 999, deposits: 1 }, commands: [] };
    await (await snapshots()).put(`credits.wallet.${id}`, JSON.stringify(content));
    expect(await countedLoad(id)).toMatchObject({ folded: 3, state: { balance: 3 } });
    expect(log.lines).toEqual([]);
  });

  test('that can’t be read costs time, nothing else', async () => {
    const id = await walletWith(3, {});
    await (await snapshots()).put(`credits.wallet.${id}`, 'not JSON');
    expect(await countedLoad(id)).toMatchObject({ folded: 3, state: { balance: 3 } });
    expect(log.lines).toMatchObject([{ level: 'warn' }]);
  });
});

describe('events of an older version', () => {
  const older = { type: 'MoneyPutIn', data: { cents: 250 } };
  const upcast = (written: RawEvent): RawEvent =>
    written.type === 'MoneyPutIn' ? { type: 'Deposited', data: { amount: written.data.cents } } : written;

  const writeOld = (id: string) =>
    nc
      .jetstream()
      .publish(
        subjectOf('credits', 'wallet', id),
        JSON.stringify({ events: [older], meta: { commandId: 'old', at: '2020-01-01T00:00:00.000Z' } }),
        { expect: { lastSubjectSequence: 0 } },
      );

  test('are read as today’s, and today’s follow them', async () => {
    const id = newId();
    await writeOld(id);
    const wallets = openWallets({ upcast });
    expect((await wallets.load(id)).state.balance).toBe(250);
    expect(await wallets.execute(id, { commandId: 'new' }, withdraw(200))).toMatchObject({
      state: { balance: 50 },
    });
    expect((await openWallets({ upcast }).load(id)).state.balance).toBe(50);
    expect(await wallets.execute(id, { commandId: 'old' }, deposit(1))).toMatchObject({
      repeated: true,
      events: [{ type: 'Deposited', data: { amount: 250 } }],
    });
  });

  test('that nothing upcasts are an error, never guessed at', async () => {
    const id = newId();
    await writeOld(id);
    await expect(openWallets().load(id)).rejects.toThrow(NewerEvent);
    expect(await openWallets().execute(id, { commandId: 'a' }, deposit(1))).toEqual({
      ok: false,
      refusal: { refused: 'SERVICE_UNAVAILABLE' },
    });
  });
});
