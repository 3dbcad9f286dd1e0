// Handing over live events on a real NATS server and a real database: after queries see them, one process at a time.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { balancesOf, openReadSide, type ReadSide } from '../../fixtures/read-side.ts';
import { balances, deposited, movements, newId, type WalletEvent, wallet } from '../../fixtures/wallet.ts';
import { followProjectedEvents, type ProjectedEvents, type StoredEvent } from '../index.ts';

let side: ReadSide;
let following: { stop(): Promise<void> } | undefined;

beforeEach(async () => {
  side = await openReadSide();
});
afterEach(async () => {
  await following?.stop();
  following = undefined;
  await side.stop();
});

type Handle = ProjectedEvents<WalletEvent>['handle'];

const follow = async (handle: Handle) => {
  const projections = side.running[0] ?? (await side.run([balances, movements]));
  following = followProjectedEvents(
    { nc: side.nc, log: side.log, projections },
    { name: 'updates', reads: [wallet], handle },
  );
  return projections;
};

const idsOf = (events: readonly StoredEvent<WalletEvent>[]) => events.map(({ id }) => id);

// spec: live.13
test('every event is handed over once it can be queried, in order', async () => {
  const handed: string[] = [];
  const seen: boolean[] = [];
  const projections = await follow(async (events) => {
    const documents = await balancesOf(projections);
    handed.push(...idsOf(events));
    seen.push(...idsOf(events).map((id) => id in documents));
  });
  const ids = Array.from({ length: 20 }, newId);
  for (const id of ids) await side.wallets.execute(id, { commandId: newId() }, () => [deposited(1)]);
  await expect.poll(() => handed.length).toBe(20);
  expect(handed).toEqual(ids);
  expect(seen).toEqual(ids.map(() => true));
});

test('what failed is handed over again, and what follows after it', async () => {
  const handed: string[] = [];
  let failures = 0;
  await follow(async (events) => {
    failures += 1;
    if (failures < 3) throw new Error('no listener');
    handed.push(...idsOf(events));
  });
  const ids = [newId(), newId()];
  for (const id of ids) await side.wallets.execute(id, { commandId: newId() }, () => [deposited(1)]);
  await expect.poll(() => handed).toEqual(ids);
});

test('at the first start the newest commits are handed over, older ones and those of a rebuild are not', async () => {
  await side.append(1_200, Array.from({ length: 10 }, newId));
  const handed: string[] = [];
  const projections = await follow(async (events) => void handed.push(...idsOf(events)));
  await expect.poll(() => handed.length).toBe(1_000);
  await projections.rebuild('balances');
  const id = newId();
  await side.wallets.execute(id, { commandId: newId() }, () => [deposited(1)]);
  await expect.poll(() => handed.at(-1)).toBe(id);
  expect(handed).toHaveLength(1_001);
});

test('it ends even while projections lag behind', async () => {
  const waits = Promise.withResolvers<void>();
  const projections = {
    waitForMessages: () => {
      waits.resolve();
      return Promise.resolve(false);
    },
  };
  const handed: unknown[] = [];
  const { stop } = followProjectedEvents(
    { nc: side.nc, log: side.log, projections },
    { name: 'updates', reads: [wallet], handle: async (events) => void handed.push(...events) },
  );
  await side.append(1, [newId()]);
  await waits.promise;
  await stop();
  expect(handed).toEqual([]);
});

test('one process at a time hands them over; another continues where it was when its connection is gone', async () => {
  const projections = await side.run([balances]);
  const dying = await side.connect();
  const handed: [string, string][] = [];
  const by = (process: string, nc: typeof dying) =>
    followProjectedEvents(
      { nc, log: side.log, projections },
      {
        name: 'updates',
        reads: [wallet],
        handle: async (events) =>
          void handed.push(...idsOf(events).map((id): [string, string] => [process, id])),
      },
    );
  const one = by('one', dying);
  const ids = Array.from({ length: 5 }, newId);
  await side.append(5, ids);
  await expect.poll(() => handed.length).toBe(5);
  following = by('other', side.nc);
  // A renewal writes the note for the next holder.
  const leases = await side.nc.jetstream().views.kv('LEASES', { bindOnly: true });
  const note = async () =>
    (await leases.get('projected-events.updates'))?.json<{ note?: string }>().note ?? '';
  await expect.poll(note).toBe('5');
  await dying.close();
  const later = newId();
  await side.append(1, [later]);
  await expect.poll(() => handed.at(-1)).toEqual(['other', later]);
  expect(handed).toHaveLength(6);
  await one.stop();
});
