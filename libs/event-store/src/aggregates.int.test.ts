// Commands on a real NATS server: each takes effect once, whoever else writes and however often it is sent.
import { COMMIT_EVENTS_MAX, subjectOf } from '@tradeium/contracts';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { nanos } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deposit,
  deposited,
  newId,
  type Wallet,
  type WalletEvent,
  wallet,
  withdraw,
} from '../fixtures/wallet.ts';
import { type AggregateDefinition, openAggregates } from './index.ts';

let server: EventServer;
let nc: NatsConnection;

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
});
afterAll(() => server.stop());

const now = () => new Date('2026-01-01T00:00:00.000Z');

/** As another process would: with a cache of its own. */
const openWallets = (definition: Partial<AggregateDefinition<Wallet, WalletEvent>> = {}, connection = nc) =>
  openAggregates({ nc: connection, log: silentLog, now }, { ...wallet, ...definition });

const messagesOf = async (id: string): Promise<number> => {
  const manager = await nc.jetstreamManager();
  const subject = subjectOf('credits', 'wallet', id);
  const { state } = await manager.streams.info('CREDITS', { subjects_filter: subject });
  return state.subjects?.[subject] ?? 0;
};

test('more events than a commit holds are a bug, and not written', async () => {
  const id = newId();
  const wallets = openWallets();
  const deposits = (count: number) => () => Array.from({ length: count }, () => deposited(1));
  await wallets.execute(id, { commandId: 'full' }, deposits(COMMIT_EVENTS_MAX));
  const tooMany = wallets.execute(id, { commandId: 'more' }, deposits(COMMIT_EVENTS_MAX + 1));
  await expect(tooMany).rejects.toThrow('too many');
  expect((await openWallets().load(id)).state.balance).toBe(COMMIT_EVENTS_MAX);
});

describe('a command', () => {
  test('is decided on the state, and its events lead to the next state', async () => {
    const wallets = openWallets();
    const id = newId();
    const first = await wallets.execute(id, { commandId: 'a' }, deposit(100));
    const second = await wallets.execute(id, { commandId: 'b' }, withdraw(30));
    expect(first).toMatchObject({ ok: true, repeated: false, events: [deposited(100)] });
    expect(second).toMatchObject({ ok: true, state: { balance: 70, deposits: 1 } });
    expect(await wallets.load(id)).toEqual({
      state: { balance: 70, deposits: 1 },
      sequence: second.ok && second.sequence,
    });
  });

  test('that is refused writes nothing', async () => {
    const id = newId();
    const outcome = await openWallets().execute(id, { commandId: 'a' }, withdraw(1));
    expect(outcome).toEqual({
      ok: false,
      refusal: { refused: 'INSUFFICIENT_CREDITS', data: { required: 1, available: 0 } },
    });
    expect(await messagesOf(id)).toBe(0);
  });

  test('that has nothing to do is accepted and writes nothing', async () => {
    const wallets = openWallets();
    const id = newId();
    const before = await wallets.execute(id, { commandId: 'a' }, deposit(5));
    const outcome = await wallets.execute(id, { commandId: 'b' }, () => []);
    expect(outcome).toMatchObject({ ok: true, events: [], sequence: before.ok && before.sequence });
    expect(await messagesOf(id)).toBe(1);
  });

  test('whose events do not fit their schema writes nothing and rejects', async () => {
    const id = newId();
    await expect(openWallets().execute(id, { commandId: 'a' }, deposit(0.5))).rejects.toThrow(/schema/);
    expect(await messagesOf(id)).toBe(0);
  });

  test.each(['a.b', '*', '>', '', 'a b'])('on an aggregate called "%s" rejects', async (id) => {
    await expect(openWallets().execute(id, { commandId: 'a' }, deposit(1))).rejects.toThrow(TypeError);
  });
});

describe('two writers on one aggregate', () => {
  test('both succeed, one after the other: the one that was late decides again', async () => {
    const id = newId();
    const one = openWallets();
    const other = openWallets({}, await server.connect());
    await one.execute(id, { commandId: 'start' }, deposit(100));
    await other.load(id);
    const seen: number[] = [];
    const take = (state: Wallet) => {
      seen.push(state.balance);
      return withdraw(60)(state);
    };
    const outcomes = await Promise.all([
      one.execute(id, { commandId: 'x' }, take),
      other.execute(id, { commandId: 'y' }, take),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      refusal: { refused: 'INSUFFICIENT_CREDITS', data: { available: 40 } },
    });
    expect(seen).toEqual([100, 100, 40]);
    expect((await openWallets().load(id)).state.balance).toBe(40);
  });

  test('lose no update between them under load', async () => {
    const id = newId();
    const writers = [
      openWallets(),
      openWallets({}, await server.connect()),
      openWallets({}, await server.connect()),
    ];
    const sent = writers.flatMap((writer, w) =>
      Array.from({ length: 30 }, async (_, n) => {
        for (;;) {
          const outcome = await writer.execute(id, { commandId: `${w}-${n}` }, deposit(1));
          if (outcome.ok) return outcome.sequence;
          expect(outcome.refusal.refused).toBe('CONCURRENT_CHANGE');
        }
      }),
    );
    expect(new Set(await Promise.all(sent)).size).toBe(90);
    expect((await openWallets().load(id)).state).toEqual({ balance: 90, deposits: 90 });
  });

  test('are not refused because of an old state in the cache', async () => {
    const id = newId();
    const one = openWallets();
    const other = openWallets();
    await one.load(id);
    await other.execute(id, { commandId: 'a' }, deposit(10));
    expect(await one.execute(id, { commandId: 'b' }, withdraw(10))).toMatchObject({ ok: true });
  });
});

test('commands on one aggregate in one process never conflict, and keep their order', async () => {
  const wallets = openWallets();
  const id = newId();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => wallets.execute(id, { commandId: `c${n}` }, deposit(1))),
  );
  expect(outcomes.map((outcome) => outcome.ok && outcome.state.balance)).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 1),
  );
});

describe('the same command again', () => {
  test('is answered as the first time, by another process too', async () => {
    const id = newId();
    const command = { commandId: 'a', input: { amount: 5, at: [1, 2] } };
    const first = await openWallets().execute(id, command, deposit(5));
    const wallets = openWallets();
    // Decided anew it would be refused.
    await wallets.execute(id, { commandId: 'b' }, withdraw(5));
    const second = await wallets.execute(id, command, withdraw(5));
    expect(second).toMatchObject({ ok: true, repeated: true, events: [deposited(5)] });
    expect(second.ok && second.sequence).toBe(first.ok && first.sequence);
    expect(await messagesOf(id)).toBe(2);
  });

  test('with other input is refused; the order of keys makes no difference', async () => {
    const wallets = openWallets();
    const id = newId();
    await wallets.execute(id, { commandId: 'a', input: { amount: 5, to: 'x' } }, deposit(5));
    const same = await wallets.execute(id, { commandId: 'a', input: { to: 'x', amount: 5 } }, deposit(5));
    const other = await wallets.execute(id, { commandId: 'a', input: { to: 'x', amount: 6 } }, deposit(6));
    expect(same).toMatchObject({ ok: true, repeated: true });
    expect(other).toEqual({ ok: false, refusal: { refused: 'COMMAND_ID_REUSED' } });
  });

  test('that the aggregate has forgotten is known to the server within its duplicate window', async () => {
    const forgetful = openWallets({ rememberedCommands: 1 });
    const id = newId();
    const command = { commandId: 'a', input: 1 };
    const first = await forgetful.execute(id, command, deposit(1));
    await forgetful.execute(id, { commandId: 'b' }, deposit(1));
    const again = await forgetful.execute(id, command, deposit(1));
    const other = await forgetful.execute(id, { commandId: 'a', input: 2 }, deposit(2));
    expect(again).toMatchObject({ ok: true, repeated: true, sequence: first.ok && first.sequence });
    expect(again.ok && again.state.balance).toBe(2);
    expect(other).toEqual({ ok: false, refusal: { refused: 'COMMAND_ID_REUSED' } });
    expect(await messagesOf(id)).toBe(2);
  });

  test('long after the duplicate window is known to the aggregate', async () => {
    const manager = await nc.jetstreamManager();
    const { config } = await manager.streams.info('CREDITS');
    await manager.streams.update('CREDITS', { duplicate_window: nanos(100) });
    const id = newId();
    const wallets = openWallets();
    await wallets.execute(id, { commandId: 'a' }, deposit(1));
    // The window has passed when the server takes a message with the same id again.
    const probe = async () =>
      (await nc.jetstream().publish(subjectOf('credits', 'probe', id), '', { msgID: `probe-${id}` }))
        .duplicate;
    await probe();
    await expect.poll(probe, { interval: 20 }).toBe(false);
    expect(await wallets.execute(id, { commandId: 'a' }, deposit(1))).toMatchObject({
      ok: true,
      repeated: true,
    });
    expect(await openWallets().execute(id, { commandId: 'a' }, deposit(1))).toMatchObject({ repeated: true });
    expect(await messagesOf(id)).toBe(1);
    await manager.streams.update('CREDITS', { duplicate_window: config.duplicate_window });
  });

  test('means another thing on another aggregate', async () => {
    const wallets = openWallets();
    const [one, other] = [newId(), newId()];
    expect(await wallets.execute(one, { commandId: 'a' }, deposit(1))).toMatchObject({ repeated: false });
    expect(await wallets.execute(other, { commandId: 'a' }, deposit(2))).toMatchObject({ repeated: false });
    expect((await wallets.load(other)).state.balance).toBe(2);
  });
});
