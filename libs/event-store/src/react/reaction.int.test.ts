// Reactions on a real NATS server: every event at least once, each aggregate's in order, none lost.
import { refuse, subjectOf } from '@tradeium/contracts';
import { type EventServer, startEventServer, type TestLog, testLog } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amountOf, testReactions } from '../../fixtures/reaction-suite.ts';
import { deposit, deposited, newId, type Wallet, type WalletEvent, wallet } from '../../fixtures/wallet.ts';
import {
  type Aggregates,
  openAggregates,
  type Reaction,
  type RunningReaction,
  runReaction,
} from '../index.ts';

let server: EventServer;
let nc: NatsConnection;
let log: TestLog;
let wallets: Aggregates<Wallet, WalletEvent>;
const running: RunningReaction[] = [];

beforeEach(async () => {
  log = testLog();
  server = await startEventServer();
  nc = await server.connect();
  wallets = openAggregates({ nc, log, now }, wallet);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((reaction) => reaction.stop()));
  await server.stop();
});

const now = () => new Date('2026-01-01T00:00:00.000Z');

const react = (handle: Reaction<WalletEvent>['handle'], options: Partial<Reaction<WalletEvent>> = {}) => {
  const reaction = runReaction(
    { nc, log, now },
    {
      name: 'give-bonus',
      reads: [wallet],
      startAt: 'beginning',
      handle,
      maxAttempts: 3,
      ...options,
    },
  );
  running.push(reaction);
  return reaction;
};

const depositAll = async (...amounts: number[]): Promise<void> => {
  const id = newId();
  for (const amount of amounts) await wallets.execute(id, { commandId: newId() }, deposit(amount));
};

testReactions(() => server.connect());

describe('an event that a reaction can’t handle', () => {
  test('is retried, then parked and logged, and the rest continues', async () => {
    const tried: number[] = [];
    const reaction = react(async ({ event }) => {
      tried.push(amountOf(event));
      if (amountOf(event) === 13) throw new Error('unlucky');
    });
    await depositAll(1, 13, 2);
    await expect.poll(() => tried).toEqual([1, 13, 13, 13, 2]);
    await expect
      .poll(() => reaction.status())
      .toEqual({
        name: 'give-bonus',
        context: 'credits',
        state: 'working',
        behind: 0,
        parked: 1,
        oldestParkedAt: '2026-01-01T00:00:00.000Z',
        newer: 0,
        expired: 0,
      });
    const parked = await (await nc.jetstream().views.kv('PARKED')).get('give-bonus.2.0');
    expect(parked?.json()).toMatchObject({
      type: 'Deposited',
      attempts: 3,
      error: expect.stringContaining('unlucky'),
    });
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'a reaction was parked' }),
    );
  });

  test('because it is refused permanently is parked at once; refused for now, it is retried', async () => {
    const tried: string[] = [];
    const reaction = react(async ({ event }) => {
      tried.push(String(amountOf(event)));
      if (amountOf(event) === 1) return refuse('RESERVATION_SETTLED');
      return amountOf(event) === 2 && tried.length < 4 ? refuse('SERVICE_UNAVAILABLE') : undefined;
    });
    await depositAll(1, 2, 3);
    await expect.poll(() => tried).toEqual(['1', '2', '2', '2', '3']);
    expect(await reaction.status()).toMatchObject({ parked: 1 });
  });

  test('because it can’t be read is parked at once', async () => {
    const seen: number[] = [];
    const reaction = react(async ({ event }) => seen.push(amountOf(event)));
    await nc.jetstream().publish(subjectOf('credits', 'wallet', newId()), 'not JSON');
    await depositAll(1);
    await expect.poll(() => seen).toEqual([1]);
    expect(await reaction.status()).toMatchObject({ parked: 1 });
  });

  test('because it takes too long is given up', async () => {
    const seen: number[] = [];
    const reaction = react(
      async ({ event }) => {
        seen.push(amountOf(event));
        if (amountOf(event) === 13) await new Promise(() => undefined);
      },
      { timeoutMs: 50, maxAttempts: 1 },
    );
    await depositAll(13, 1);
    await expect.poll(() => seen).toEqual([13, 1]);
    expect(await reaction.status()).toMatchObject({ parked: 1 });
  });

  test('is parked alone, not the other events of its commit', async () => {
    const handled: number[] = [];
    react(
      async ({ event }) => {
        if (amountOf(event) === 13) throw new Error('unlucky');
        handled.push(amountOf(event));
      },
      { maxAttempts: 1 },
    );
    await wallets.execute(newId(), { commandId: 'a' }, () => [deposited(1), deposited(13), deposited(2)]);
    await expect.poll(() => handled).toEqual([1, 2]);
  });

  test('can be tried again when its cause is fixed', async () => {
    const handled: number[] = [];
    let isBroken = true;
    const reaction = react(
      async ({ event }) => {
        if (isBroken && amountOf(event) > 1) throw new Error('broken');
        handled.push(amountOf(event));
      },
      { maxAttempts: 1 },
    );
    await depositAll(2, 3, 1);
    await expect.poll(() => handled).toEqual([1]);
    expect(await reaction.retryParked()).toEqual({ handled: 0, remaining: 2 });
    isBroken = false;
    expect(await reaction.retryParked()).toEqual({ handled: 2, remaining: 0 });
    expect(handled).toEqual([1, 2, 3]);
    expect(await reaction.status()).toMatchObject({ parked: 0 });
  });

  test('is retried when the service starts', async () => {
    const handled: number[] = [];
    let isBroken = true;
    const handle: Reaction<WalletEvent>['handle'] = async ({ event }) => {
      if (isBroken) throw new Error('broken');
      handled.push(amountOf(event));
    };
    const before = react(handle, { maxAttempts: 1 });
    await depositAll(5);
    await expect.poll(async () => (await before.status()).parked).toBe(1);
    await before.stop();
    isBroken = false;
    react(handle, { maxAttempts: 1 });
    await expect.poll(() => handled).toEqual([5]);
  });
});
