// Two processes with the same projections: one works, both answer, and the second takes over when the first is gone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventOf } from '@tradeium/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { balanceDocuments, balancesOf, openReadSide, type ReadSide } from '../../fixtures/read-side.ts';
import { balances, deposit, movements, newId, wallet, walletEvents } from '../../fixtures/wallet.ts';
import { followProjectedEvents, openAggregates, type Projections } from '../index.ts';

let side: ReadSide;
const children: ChildProcess[] = [];

beforeEach(async () => {
  side = await openReadSide();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await side.stop();
});

const stateOf = (projections: Projections) => projections.conditions()[0]?.state;

const execute = async (id = newId()): Promise<number> => {
  const outcome = await side.wallets.execute(id, { commandId: newId() }, deposit(1));
  return outcome.ok ? outcome.sequence : 0;
};

/** Starts a process with the projection `balances`; it reports its states one by one. */
const startProcess = () => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../fixtures/projection-process.ts', import.meta.url))],
    {
      env: {
        PATH: process.env.PATH ?? '',
        NATS_URL: side.url,
        MONGODB_URL: side.databaseUrl,
        MONGODB_NAME: side.database.name,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  let state = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    state = line;
  });
  return { child, state: () => state };
};

describe('two processes', () => {
  test('share the work: one does it, and both wait for what was written', async () => {
    const one = await side.run([balances, movements]);
    const other = await side.run([balances, movements], { nc: await side.connect() });
    await expect.poll(() => one.conditions().map(({ state }) => state)).toEqual(['following', 'following']);
    for (let n = 0; n < 20; n += 1) {
      const id = newId();
      const sequence = await execute(id);
      expect(await other.waitFor({ CREDITS: sequence }, 2_000)).toBe(true);
      expect(await balancesOf(other)).toMatchObject({ [id]: 1 });
    }
    expect(other.conditions().map(({ state }) => state)).toEqual(['standby', 'standby']);
    expect((await other.status()).map(({ behind }) => behind)).toEqual([0, 0]);
  });

  test('the one at work announces how far it is once a second, and at once while another waits', async () => {
    const one = await side.run([balances]);
    await expect.poll(() => stateOf(one)).toBe('following');
    const announced: number[] = [];
    const { nc } = side;
    nc.subscribe(`projections.${side.database.name}.balances`, { callback: () => announced.push(1) });
    const startedAt = performance.now();
    for (let n = 0; n < 100; n += 1)
      expect(await one.waitFor({ CREDITS: await execute() }, 2_000)).toBe(true);
    await nc.flush();
    expect(announced.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1_000);
    const other = await side.run([balances], { nc: await side.connect() });
    await expect.poll(() => stateOf(other)).toBe('standby');
    announced.length = 0;
    for (let n = 0; n < 100; n += 1)
      expect(await other.waitFor({ CREDITS: await execute() }, 2_000)).toBe(true);
    await nc.flush();
    expect(announced.length).toBeGreaterThanOrEqual(50);
  });

  test('the one that tells browsers waits for the documents of the one at work', async () => {
    const one = await side.run([balances, movements]);
    await expect.poll(() => one.conditions().map(({ state }) => state)).toEqual(['following', 'following']);
    const nc = await side.connect();
    const projections = await side.run([balances, movements], { nc });
    const seen: Record<string, number>[] = [];
    const updates = followProjectedEvents(
      { nc, log: side.log, projections },
      {
        name: 'updates',
        reads: [wallet],
        async handle() {
          seen.push(await balancesOf(projections));
        },
      },
    );
    for (let n = 0; n < 20; n += 1) {
      const id = newId();
      await execute(id);
      await expect.poll(() => seen.at(-1)).toMatchObject({ [id]: 1 });
    }
    expect(projections.conditions().map(({ state }) => state)).toEqual(['standby', 'standby']);
    await updates.stop();
  });

  test('the second takes over at once when the first stops', async () => {
    const one = await side.run([balances]);
    await expect.poll(() => stateOf(one)).toBe('following');
    const other = await side.run([balances]);
    await one.stop();
    const sequence = await execute();
    expect(await other.waitFor({ CREDITS: sequence }, 5_000)).toBe(true);
    expect(stateOf(other)).toBe('following');
  });

  test('the second continues with the documents of the first, however far that went meanwhile', async () => {
    const one = await side.run([balances]);
    await expect.poll(() => stateOf(one)).toBe('following');
    const other = await side.run([balances]);
    await expect.poll(() => stateOf(other)).toBe('standby');
    const sequences = [await execute(), await execute(), await execute()];
    expect(await one.waitFor({ CREDITS: Math.max(...sequences) }, 5_000)).toBe(true);
    const collectionOf = async (projections: Projections) => (await projections.status())[0]?.collection;
    const collection = await collectionOf(one);
    await one.stop();
    await expect.poll(() => stateOf(other)).toBe('following');
    expect(await collectionOf(other)).toBe(collection);
  });

  test('the second takes over when the first is killed, and misses nothing', async () => {
    const { child, state } = startProcess();
    await expect.poll(state, { timeout: 30_000 }).toBe('following');
    const other = await side.run([balances]);
    await expect.poll(() => stateOf(other)).toBe('standby');
    const ids = Array.from({ length: 5 }, newId);
    const writing = side.append(300, ids);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await writing;
    expect(await other.caughtUp(10_000)).toBe(true);
    expect(await balancesOf(other)).toEqual(Object.fromEntries(ids.map((id) => [id, 60])));
  });

  test('one that was frozen while another took over writes nothing over it when it wakes up', async () => {
    const { child, state } = startProcess();
    await expect.poll(state, { timeout: 30_000 }).toBe('following');
    const other = await side.run([balances]);
    const ids = Array.from({ length: 5 }, newId);
    const writing = side.append(200, ids);
    child.kill('SIGSTOP');
    await writing;
    await expect.poll(() => stateOf(other), { timeout: 20_000 }).toBe('following');
    expect(await other.caughtUp(10_000)).toBe(true);
    const documents = await balanceDocuments(other);
    child.kill('SIGCONT');
    await expect.poll(state, { timeout: 20_000 }).toBe('standby');
    expect(await balanceDocuments(other)).toEqual(documents);
    expect(stateOf(other)).toBe('following');
    await side.append(5, ids);
    expect(await other.caughtUp(10_000)).toBe(true);
    expect(Object.values(await balancesOf(other))).toEqual(ids.map(() => 41));
  });
});

describe('an event that only a newer program knows', () => {
  const newerEvents = z.discriminatedUnion('type', [
    ...walletEvents.options,
    eventOf('Renamed', { name: z.string() }),
  ]);
  const newerWallet = { ...wallet, events: newerEvents } as unknown as typeof wallet;
  const newerBalances = { ...balances, reads: [newerWallet] } as typeof balances;
  const renamed = { type: 'Renamed', data: { name: 'x' } } as never;

  test('stops an older program before it, says so once, and parks nothing', async () => {
    const older = await side.run([balances]);
    const id = newId();
    const before = await execute(id);
    const wallets = openAggregates({ nc: side.nc, log: side.log, now: () => new Date() }, newerWallet);
    const newer = await wallets.execute(newId(), { commandId: 'r' }, () => [renamed]);
    const after = await execute(id);
    await expect.poll(() => stateOf(older)).toBe('stopped');
    expect(older.conditions()[0]?.reason).toContain('Renamed is newer than this program');
    expect(await older.waitFor({ CREDITS: before }, 2_000)).toBe(true);
    expect(await older.waitFor({ CREDITS: after }, 60_000)).toBe(false);
    expect(newer).toMatchObject({ ok: true });
    expect(await older.status()).toMatchObject([{ parked: 0, state: 'stopped' }]);
    const said = side.log.lines.filter(({ message }) => message === 'a projection stops at a newer event');
    expect(said).toHaveLength(1);
  });

  test('is taken by a newer program alongside it, and the older one answers on from its work', async () => {
    const older = await side.run([balances]);
    const id = newId();
    await execute(id);
    const wallets = openAggregates({ nc: side.nc, log: side.log, now: () => new Date() }, newerWallet);
    await wallets.execute(newId(), { commandId: 'r' }, () => [renamed]);
    await expect.poll(() => stateOf(older)).toBe('stopped');
    const newer = await side.run([newerBalances], { nc: await side.connect() });
    const after = await execute(id);
    expect(await newer.waitFor({ CREDITS: after }, 10_000)).toBe(true);
    await expect.poll(() => older.waitFor({ CREDITS: after }, 10_000)).toBe(true);
    expect(await balancesOf(older)).toMatchObject({ [id]: 2 });
    expect(older.conditions()[0]?.reason).toBeNull();
    expect(stateOf(newer)).toBe('following');
  });
});
