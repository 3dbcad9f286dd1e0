// A change of an aggregate is what its definition decides, in the name of whose it is.
import { refuse } from '@tradeium/contracts';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deposit,
  newId,
  type Wallet,
  type WalletEvent,
  wallet,
  withdraw,
  withdrawn,
} from '../../fixtures/wallet.ts';
import { openAggregates } from '../index.ts';

const now = () => new Date('2026-01-01T00:00:00.000Z');

let server: EventServer;
let nc: NatsConnection;
beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
});
afterAll(() => server.stop());

describe('a change', () => {
  /** Withdraws; everybody's wallet is named after its owner. */
  const openOwned = (comparesCommands: boolean) =>
    openAggregates<Wallet, WalletEvent, { readonly amount: number; readonly refused?: string }>(
      { nc, log: silentLog, now },
      {
        ...wallet,
        decide: ({ amount }, state) => withdraw(amount)(state),
        userOf: (id) => id,
        comparesCommands,
      },
    );

  const openFilled = async (comparesCommands = true) => {
    const wallets = openOwned(comparesCommands);
    const id = newId();
    await wallets.execute(id, { commandId: 'start' }, deposit(10));
    return { wallets, id };
  };

  test('is decided by the definition, in the name of the owner, and names its commit', async () => {
    const { wallets, id } = await openFilled();
    const changed = await wallets.change(id, { amount: 4 }, { commandId: 'a', userId: 'operator' });
    const { sequence } = await wallets.load(id);
    expect(changed).toEqual({
      state: { balance: 6, deposits: 1 },
      events: [withdrawn(4)],
      at: now().toISOString(),
      written: { context: 'credits', sequence },
      isRepeated: false,
    });
    const manager = await nc.jetstreamManager();
    const stored = await manager.streams.getMessage('CREDITS', { seq: sequence });
    expect(JSON.parse(stored.string())).toMatchObject({ meta: { userId: id } });
    expect(await wallets.change(id, { amount: 7 }, { commandId: 'b' })).toMatchObject({
      refused: 'INSUFFICIENT_CREDITS',
    });
  });

  test('that tells of a refusal is decided like any other', async () => {
    const { wallets, id } = await openFilled();
    const told = await wallets.change(id, { amount: 1, refused: 'LAST_ADMIN' }, { commandId: 'a' });
    expect(told).toMatchObject({ events: [withdrawn(1)] });
  });

  test('may make its command from the state, or refuse', async () => {
    const { wallets, id } = await openFilled();
    const half = ({ balance }: Wallet) => ({ amount: balance / 2 });
    expect(await wallets.change(id, half, { commandId: 'a' })).toMatchObject({ events: [withdrawn(5)] });
    const refusal = refuse('CONCURRENT_CHANGE');
    expect(await wallets.change(id, () => refusal, { commandId: 'b' })).toEqual(refusal);
  });

  test('again with another command is refused where commands are compared, unless its input is the same', async () => {
    const { wallets, id } = await openFilled();
    const change = (amount: number, input?: string) =>
      wallets.change(id, { amount }, { commandId: input ?? 'a', input });
    await change(1);
    expect(await change(2)).toEqual({ refused: 'COMMAND_ID_REUSED' });
    await change(1, 'b');
    expect(await change(2, 'b')).toMatchObject({ isRepeated: true, events: [withdrawn(1)] });
    const other = await openFilled(false);
    await other.wallets.change(other.id, { amount: 1 }, { commandId: 'a' });
    expect(await other.wallets.change(other.id, { amount: 2 }, { commandId: 'a' })).toMatchObject({
      isRepeated: true,
      events: [withdrawn(1)],
    });
  });

  test('of before is found by its id, and none is made by looking', async () => {
    const { wallets, id } = await openFilled();
    expect(await wallets.earlier(id, { commandId: 'a' })).toMatchObject({
      state: { balance: 10 },
      events: [],
      isRepeated: false,
    });
    await wallets.change(id, { amount: 4 }, { commandId: 'a', input: 'x' });
    const found = { state: { balance: 6 }, events: [withdrawn(4)], isRepeated: true };
    expect(await wallets.earlier(id, { commandId: 'a', input: 'x' })).toMatchObject(found);
    const reused = { refused: 'COMMAND_ID_REUSED' };
    expect(await wallets.earlier(id, { commandId: 'a', input: 'y' })).toEqual(reused);
  });
});
