// Reactions on a real NATS server: how one event affects others, those of its aggregate, and the next process.
import { eventOf } from '@tradeium/contracts';
import { type EventServer, startEventServer, type TestLog, testClock, testLog } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deposit, newId, type WalletEvent, wallet, walletEvents } from '../../fixtures/wallet.ts';
import { openAggregates, type Reaction, type RunningReaction, runReaction } from '../index.ts';

const START = '2026-01-01T00:00:00.000Z';
const HOUR_MS = 3_600_000;

let server: EventServer;
let nc: NatsConnection;
let log: TestLog;
let clock: ReturnType<typeof testClock>;
const running: RunningReaction[] = [];

beforeEach(async () => {
  log = testLog();
  clock = testClock(START);
  server = await startEventServer();
  nc = await server.connect();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((reaction) => reaction.stop()));
  await server.stop();
});

type Handle = Reaction<WalletEvent>['handle'];

const react = (handle: Handle, options: Partial<Reaction<WalletEvent>> = {}, connection = nc) => {
  const reaction = runReaction(
    { nc: connection, log, now: clock.now },
    { name: 'follow', reads: [wallet], startAt: 'beginning', handle, ...options },
  );
  running.push(reaction);
  return reaction;
};

const amountOf = (event: WalletEvent): number => (event.type === 'Closed' ? 0 : event.data.amount);

const pay = async (id: string, ...amounts: number[]): Promise<void> => {
  const wallets = openAggregates({ nc, log, now: clock.now }, wallet);
  for (const amount of amounts) await wallets.execute(id, { commandId: newId() }, deposit(amount));
};

describe('an event that fails', () => {
  test('holds up its own aggregate, in order, and no other', async () => {
    const seen: [string, number][] = [];
    let isBroken = true;
    react(async ({ event, id }) => {
      if (isBroken && amountOf(event) === 13) throw new Error('unlucky');
      seen.push([id, amountOf(event)]);
    });
    await pay('unlucky', 13, 1, 2);
    const others = Array.from({ length: 20 }, (_, n) => `lucky-${n}`);
    await Promise.all(others.map((id) => pay(id, 1, 2, 3)));
    await expect.poll(() => seen.length).toBe(60);
    expect(seen.map(([id]) => id)).not.toContain('unlucky');
    isBroken = false;
    await expect
      .poll(() => seen.filter(([id]) => id === 'unlucky').map(([, amount]) => amount))
      .toEqual([13, 1, 2]);
    for (const id of others)
      expect(seen.filter(([of]) => of === id).map(([, amount]) => amount)).toEqual([1, 2, 3]);
  });

  test('is retried some time after it was parked, less and less often, until it is handled', async () => {
    const tried: string[] = [];
    let isBroken = true;
    const reaction = react(
      async () => {
        tried.push(clock.now().toISOString());
        if (isBroken) throw new Error('broken');
      },
      { maxAttempts: 1 },
    );
    await pay('a', 1);
    await expect.poll(async () => (await reaction.status()).parked).toBe(1);
    expect(await reaction.status()).toMatchObject({ oldestParkedAt: START });
    clock.advance(61_000);
    await expect.poll(() => tried.length).toBe(2);
    isBroken = false;
    clock.advance(121_000);
    await expect.poll(async () => (await reaction.status()).parked).toBe(0);
    expect(tried).toEqual([START, '2026-01-01T00:01:01.000Z', '2026-01-01T00:03:02.000Z']);
  });

  test('is given up when it took its process with it too often', async () => {
    const seen: number[] = [];
    await pay('a', 13, 1);
    const kv = await nc.jetstream().views.kv('REACTIONS', { bindOnly: true });
    await kv.put(
      'follow.CREDITS',
      JSON.stringify({ upTo: 1, open: [{ sequence: 1, attempts: 15 }], starts: 15 }),
    );
    const reaction = react(async ({ event }) => seen.push(amountOf(event)));
    await expect.poll(async () => (await reaction.status()).behind).toBe(0);
    await expect.poll(() => seen).toContain(1);
    const parked = await nc.jetstream().views.kv('PARKED', { bindOnly: true });
    const logged = log.lines.find(({ message }) => message === 'a reaction was parked');
    expect(logged?.details).toMatchObject({ sequence: 1, attempts: 15, reason: 'failed' });
    await parked.get('follow.1.0');
  });

  test('whose last retry took its process with it is not tried at the next start, but when it is due', async () => {
    await pay('a', 1);
    await pay('b', 2);
    const later = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    const entry = { context: 'credits', index: 0, type: 'Deposited', attempts: 15, error: '', at: START };
    const parked = await nc.jetstream().views.kv('PARKED', { bindOnly: true });
    const put = (sequence: number, retrying: object) =>
      parked.put(`follow.${sequence}.0`, JSON.stringify({ ...entry, sequence, ...retrying }));
    await put(1, { retries: 3, retryAt: later, isTrying: true });
    await put(2, { retries: 3, retryAt: later });
    const kv = await nc.jetstream().views.kv('REACTIONS', { bindOnly: true });
    await kv.put('follow.CREDITS', JSON.stringify({ upTo: 2, open: [], starts: 0 }));
    const seen: string[] = [];
    const reaction = react(async ({ id }) => seen.push(id));
    await expect.poll(async () => (await reaction.status()).parked).toBe(1);
    expect(seen).toEqual(['b']);
    clock.advance(HOUR_MS);
    await expect.poll(async () => (await reaction.status()).parked).toBe(0);
    expect(seen).toEqual(['b', 'a']);
  });

  test('is counted as retried before the retry begins', async () => {
    await pay('a', 1);
    let isBroken = true;
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const reaction = react(
      async () => {
        if (isBroken) throw new Error('broken');
        begun.resolve();
        await held.promise;
      },
      { maxAttempts: 1 },
    );
    await expect.poll(async () => (await reaction.status()).parked).toBe(1);
    isBroken = false;
    const retried = reaction.retryParked();
    await begun.promise;
    const parked = await nc.jetstream().views.kv('PARKED', { bindOnly: true });
    expect((await parked.get('follow.1.0'))?.json()).toMatchObject({ retries: 1, isTrying: true });
    held.resolve();
    expect(await retried).toEqual({ handled: 1, remaining: 0 });
  });

  test('restarts in order do not count as starts that did not last', async () => {
    await pay('a', 1);
    const kv = await nc.jetstream().views.kv('REACTIONS', { bindOnly: true });
    for (let restart = 0; restart < 4; restart += 1) {
      const reaction = react(async () => undefined);
      await expect.poll(async () => (await reaction.status()).behind).toBe(0);
      await reaction.stop();
      expect((await kv.get('follow.CREDITS'))?.json()).toMatchObject({ starts: 0, open: [] });
    }
  });
});

test('at most so many events are handled at the same time', async () => {
  let atOnce = 0;
  let most = 0;
  let handled = 0;
  react(
    async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await nc.flush();
      atOnce -= 1;
      handled += 1;
    },
    { atOnceMax: 3 },
  );
  await Promise.all(Array.from({ length: 50 }, (_, n) => pay(`w${n}`, 1)));
  await expect.poll(() => handled).toBe(50);
  expect(most).toBe(3);
});

describe('where a reaction starts and what it leaves', () => {
  test('a new one with a time does not handle what was written before', async () => {
    await pay('a', 1, 2);
    const later = Date.now() + 1;
    await expect.poll(() => Date.now()).toBeGreaterThan(later);
    const startAt = new Date(later).toISOString();
    await pay('a', 3);
    const seen: number[] = [];
    const handle: Handle = async ({ event }) => seen.push(amountOf(event));
    const reaction = react(handle, { startAt });
    await pay('a', 4);
    await expect.poll(() => seen).toEqual([3, 4]);
    await reaction.stop();
    // Once it has begun, its age no longer matters.
    await pay('a', 5);
    react(handle, { startAt: new Date(Date.now() + HOUR_MS).toISOString() });
    await expect.poll(() => seen).toEqual([3, 4, 5]);
  });

  test('an event that is too old is not acted on but recorded, even when it was parked before', async () => {
    const seen: number[] = [];
    let isBroken = true;
    await pay('old', 1);
    clock.advance(2 * HOUR_MS);
    const reaction = react(
      async ({ event }) => {
        seen.push(amountOf(event));
        if (isBroken) throw new Error('broken');
      },
      { expiresAfterMs: HOUR_MS, maxAttempts: 1 },
    );
    await pay('fresh', 2);
    await expect.poll(() => reaction.status()).toMatchObject({ parked: 1, expired: 1, behind: 0 });
    isBroken = false;
    clock.advance(2 * HOUR_MS);
    await expect.poll(() => reaction.status()).toMatchObject({ parked: 0, expired: 2 });
    expect(seen).toEqual([2]);
    expect(log.lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'an event has expired',
      'a reaction was parked',
      'a parked event has expired and will not be acted on',
    ]);
    clock.advance(8 * 24 * HOUR_MS);
    await expect.poll(() => reaction.status()).toMatchObject({ parked: 0, expired: 0 });
  });

  test('only the types that it names concern it', async () => {
    const seen: string[] = [];
    const reaction = react(async ({ event }) => seen.push(event.type), {
      types: ['Closed'],
      expiresAfterMs: HOUR_MS,
    });
    await pay('a', 1);
    clock.advance(2 * HOUR_MS);
    const wallets = openAggregates({ nc, log, now: clock.now }, wallet);
    await wallets.execute('a', { commandId: 'c' }, () => [{ type: 'Closed', data: {} }]);
    await expect.poll(() => seen).toEqual(['Closed']);
    expect(await reaction.status()).toMatchObject({ expired: 0, parked: 0 });
  });
});

describe('two processes', () => {
  test('when the one at work dies, the other picks up what was not finished, in order', async () => {
    const dying = await server.connect();
    const begun: number[] = [];
    react(
      async ({ event }) => {
        begun.push(amountOf(event));
        if (amountOf(event) === 3) await new Promise(() => undefined);
      },
      { timeoutMs: 5_000 },
      dying,
    );
    await pay('a', 1, 2, 3, 4);
    await pay('b', 1);
    await expect.poll(() => begun).toEqual(expect.arrayContaining([1, 2, 3]));
    const kv = await nc.jetstream().views.kv('REACTIONS', { bindOnly: true });
    const open = async () => (await kv.get('follow.CREDITS'))?.json<{ open: unknown[] }>().open.length;
    await expect.poll(open).toBe(2);
    const seen: [string, number][] = [];
    const second = react(async ({ event, id }) => seen.push([id, amountOf(event)]));
    expect(await second.status()).toMatchObject({ state: 'standby' });
    await dying.close();
    await pay('a', 5);
    await expect.poll(() => seen.filter(([id]) => id === 'a').map(([, amount]) => amount)).toEqual([3, 4, 5]);
    expect(await second.status()).toMatchObject({ state: 'working' });
  });

  test('have parked events retried by the one at work, whichever is asked', async () => {
    let isBroken = true;
    const handle: Handle = async () => {
      if (isBroken) throw new Error('broken');
    };
    const one = react(handle, { maxAttempts: 1 });
    await expect.poll(async () => (await one.status()).state).toBe('working');
    const other = react(handle, { maxAttempts: 1 }, await server.connect());
    await pay('a', 1);
    await expect.poll(async () => (await other.status()).parked).toBe(1);
    isBroken = false;
    expect(await other.retryParked()).toEqual({ handled: 1, remaining: 0 });
    expect(await other.status()).toMatchObject({ state: 'standby', parked: 0 });
  });
});

test('an event that only a newer program can read is put aside for it, and the others continue', async () => {
  const newerEvents = z.discriminatedUnion('type', [
    ...walletEvents.options,
    eventOf('Renamed', { name: z.string() }),
  ]);
  const newerWallet = { ...wallet, events: newerEvents } as unknown as typeof wallet;
  const seen: string[] = [];
  const handle: Handle = async ({ event }) => seen.push(event.type);
  const older = react(handle);
  const wallets = openAggregates({ nc, log, now: clock.now }, newerWallet);
  await wallets.execute('a', { commandId: 'r' }, () => [{ type: 'Renamed', data: { name: 'x' } } as never]);
  await pay('b', 1);
  await expect.poll(() => seen).toEqual(['Deposited']);
  expect(await older.status()).toMatchObject({ parked: 0, oldestParkedAt: null, newer: 1, behind: 0 });
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'an event waits for a newer program' }),
  );
  const kv = await nc.jetstream().views.kv('PARKED', { bindOnly: true });
  expect((await kv.get('follow.1.-1'))?.json()).toMatchObject({ reason: 'newer', retryAt: null });
  const taken = react(handle, { reads: [newerWallet] }, await server.connect());
  await older.stop();
  await expect.poll(() => seen).toEqual(['Deposited', 'Renamed']);
  await expect.poll(async () => (await taken.status()).newer).toBe(0);
});
