// The chain of hashes on a real NATS server: it survives everything that happens and exposes what was altered.
import { createHash } from 'node:crypto';
import { type Commit, subjectOf } from '@tradeium/contracts';
import { type EventServer, startEventServer, testLog } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deposit,
  deposited,
  newId,
  type Wallet,
  type WalletEvent,
  wallet,
  withdraw,
} from '../../fixtures/wallet.ts';
import { type AggregateDefinition, openAggregates } from '../index.ts';
import { BrokenChain } from './aggregate-messages.ts';

let server: EventServer;
let nc: NatsConnection;

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
  // As an administrator of the server could: the product's streams don't allow deleting.
  const manager = await nc.jetstreamManager();
  const { config } = await manager.streams.info('CREDITS');
  await manager.streams.delete('CREDITS');
  await manager.streams.add({ ...config, deny_delete: false });
});
afterAll(() => server.stop());

const now = () => new Date('2026-01-01T00:00:00.000Z');

/** Like another process, with its own cache. */
const openWallets = (definition: Partial<AggregateDefinition<Wallet, WalletEvent>> = {}, connection = nc) =>
  openAggregates({ nc: connection, log: testLog(), now }, { ...wallet, ...definition });

type Written = { sequence: number; data: Uint8Array; commit: Commit };

const messagesOf = async (id: string): Promise<Written[]> => {
  const consumer = await nc
    .jetstream()
    .consumers.get('CREDITS', { filterSubjects: subjectOf('credits', 'wallet', id) });
  const { num_pending } = await consumer.info();
  const written: Written[] = [];
  if (num_pending === 0) return written;
  for await (const message of await consumer.fetch({ max_messages: num_pending, expires: 2_000 })) {
    written.push({ sequence: message.seq, data: message.data, commit: message.json() });
  }
  return written;
};

const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const expectChained = async (id: string, commits: number): Promise<void> => {
  const messages = await messagesOf(id);
  expect(messages).toHaveLength(commits);
  expect(messages.map(({ commit }) => commit.meta.previousHash)).toEqual([
    undefined,
    ...messages.slice(0, -1).map(({ data }) => hashOf(data)),
  ]);
};

const walletWith = async (
  commits: number,
  definition: Partial<AggregateDefinition<Wallet, WalletEvent>> = {},
) => {
  const id = newId();
  const wallets = openWallets(definition);
  for (let n = 0; n < commits; n += 1) await wallets.execute(id, { commandId: `c${n}` }, deposit(1));
  return { id, wallets };
};

/** Bypasses the store to write a commit that seems to follow the aggregate's last message. */
const plant = async (id: string, meta: Partial<Commit['meta']>): Promise<void> => {
  const last = (await messagesOf(id)).at(-1);
  const commit = {
    events: [deposited(1_000)],
    meta: { commandId: newId(), at: now().toISOString(), ...meta },
  };
  const expect = { lastSubjectSequence: last?.sequence ?? 0 };
  await nc.jetstream().publish(subjectOf('credits', 'wallet', id), JSON.stringify(commit), { expect });
};

const snapshotOf = async (id: string) =>
  (await nc.jetstream().views.kv('SNAPSHOTS')).get(`credits.wallet.${id}`);

describe('every commit carries the hash of the one before it', () => {
  test('by one writer', async () => {
    const { id } = await walletWith(5);
    await expectChained(id, 5);
  });

  test('by writers that conflict', async () => {
    const id = newId();
    const writers = [openWallets(), openWallets({}, await server.connect())];
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let n = 0; n < 10; ) {
          const outcome = await writer.execute(id, { commandId: `${w}-${n}` }, deposit(1));
          if (outcome.ok) n += 1;
        }
      }),
    );
    await expectChained(id, 20);
  });

  test('from a snapshot and after it', async () => {
    const { id } = await walletWith(12, { snapshotEvery: 10 });
    await expect.poll(async () => (await snapshotOf(id))?.json()).toMatchObject({ format: 1 });
    const wallets = openWallets();
    await wallets.execute(id, { commandId: 'after' }, withdraw(12));
    await expectChained(id, 13);
    expect((await openWallets({ stateVersion: 2 }).load(id)).state.balance).toBe(0);
  });

  test('through a restart of the server', async () => {
    const { id, wallets } = await walletWith(3);
    await server.restart();
    await expect
      .poll(async () => (await wallets.execute(id, { commandId: 'after' }, deposit(1))).ok)
      .toBe(true);
    await expectChained(id, 4);
  });
});

describe('an aggregate is not loaded', () => {
  const expectBroken = async (id: string) => {
    await expect(openWallets().load(id)).rejects.toThrow(BrokenChain);
    await expect(openWallets().execute(id, { commandId: newId() }, deposit(1))).rejects.toThrow(BrokenChain);
  };

  test('when a commit follows other bytes than those that are there', async () => {
    const { id } = await walletWith(2);
    await plant(id, { previousHash: hashOf(Buffer.from('what was there')) });
    await expectBroken(id);
  });

  test('when a commit after the first carries no hash', async () => {
    const { id } = await walletWith(3);
    await plant(id, {});
    await expectBroken(id);
  });

  test('when its first commit follows another', async () => {
    const id = newId();
    await plant(id, { previousHash: hashOf(Buffer.from('what was there')) });
    await expectBroken(id);
  });

  test.each([
    ['few', 5],
    ['many', 40],
  ])('when one of %s messages is gone', async (_, commits) => {
    const { id } = await walletWith(commits, { snapshotEvery: 0 });
    const messages = await messagesOf(id);
    const manager = await nc.jetstreamManager();
    await manager.streams.deleteMessage('CREDITS', messages[2]?.sequence ?? 0);
    await expectBroken(id);
  });

  test('when its last message is gone while it is known here', async () => {
    const { id, wallets } = await walletWith(3);
    const manager = await nc.jetstreamManager();
    await manager.streams.deleteMessage('CREDITS', (await messagesOf(id)).at(-1)?.sequence ?? 0);
    await expect(wallets.execute(id, { commandId: 'next' }, deposit(1))).rejects.toThrow(BrokenChain);
  });
});

test('a snapshot of other bytes is not used', async () => {
  const { id } = await walletWith(3);
  const { sequence } = await openWallets().load(id);
  const content = {
    format: 1,
    stateVersion: 1,
    sequence,
    lastHash: hashOf(Buffer.from('other')),
    state: { balance: 999, deposits: 1 },
    commands: [],
  };
  const bucket = await nc.jetstream().views.kv('SNAPSHOTS');
  await bucket.put(`credits.wallet.${id}`, JSON.stringify(content));
  expect((await openWallets().load(id)).state.balance).toBe(3);
});
