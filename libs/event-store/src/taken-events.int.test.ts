// Telling of events on a real NATS server and a real database: never before queries see them, and not of old ones.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { balancesOf, openReadSide, type ReadSide } from '../fixtures/read-side.ts';
import { balances, deposited, movements, newId, type WalletEvent, wallet } from '../fixtures/wallet.ts';
import { type StoredEvent, type Telling, tellTakenEvents } from './index.ts';

let side: ReadSide;
let telling: { stop(): Promise<void> } | undefined;

beforeEach(async () => {
  side = await openReadSide();
});
afterEach(async () => {
  await telling?.stop();
  telling = undefined;
  await side.stop();
});

type Tell = Telling<WalletEvent>['tell'];

const tellFrom = async (tell: Tell) => {
  const projections = side.running[0] ?? (await side.run([balances, movements]));
  telling = tellTakenEvents({ nc: side.nc, log: side.log, projections }, { reads: [wallet], tell });
  return projections;
};

const idsOf = (events: readonly StoredEvent<WalletEvent>[]) => events.map(({ id }) => id);

test('every event is told once it can be queried, in order', async () => {
  const told: string[] = [];
  const seen: boolean[] = [];
  const projections = await tellFrom(async (events) => {
    const documents = await balancesOf(projections);
    told.push(...idsOf(events));
    seen.push(...idsOf(events).map((id) => id in documents));
  });
  const ids = Array.from({ length: 20 }, newId);
  for (const id of ids) await side.wallets.execute(id, { commandId: newId() }, () => [deposited(1)]);
  await expect.poll(() => told.length).toBe(20);
  expect(told).toEqual(ids);
  expect(seen).toEqual(ids.map(() => true));
});

test('what could not be told is told again, and what follows after it', async () => {
  const told: string[] = [];
  let failures = 0;
  await tellFrom(async (events) => {
    failures += 1;
    if (failures < 3) throw new Error('nobody listens');
    told.push(...idsOf(events));
  });
  const ids = [newId(), newId()];
  for (const id of ids) await side.wallets.execute(id, { commandId: newId() }, () => [deposited(1)]);
  await expect.poll(() => told).toEqual(ids);
});

test('after a restart the newest commits are told again, older ones and those of a rebuild are not', async () => {
  await side.append(1_200, Array.from({ length: 10 }, newId));
  const told: string[] = [];
  const projections = await tellFrom(async (events) => void told.push(...idsOf(events)));
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1_000);
  await projections.rebuild('balances');
  const id = newId();
  await side.wallets.execute(id, { commandId: newId() }, () => [deposited(1)]);
  await expect.poll(() => told.at(-1)).toBe(id);
  expect(told).toHaveLength(1_001);
});

test('it ends at once, also while projections lag behind', async () => {
  const projections = { waitFor: () => Promise.resolve(false) };
  const told: unknown[] = [];
  const { stop } = tellTakenEvents(
    { nc: side.nc, log: side.log, projections },
    { reads: [wallet], tell: async (events) => void told.push(...events) },
  );
  await side.append(1, [newId()]);
  await stop();
  expect(told).toEqual([]);
});
