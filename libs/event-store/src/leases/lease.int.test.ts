// Leases on a real NATS server: one holder at a time, and another one soon after it is gone.
import { sharedByTests, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { expect, test } from 'vitest';
import { held, leaseOn, never, testLeases } from '../../fixtures/lease-suite.ts';
import { newId } from '../../fixtures/wallet.ts';
import type { Holding } from './lease-holding.ts';
import { processOf } from './process-turns.ts';

const NAME = 'work.of.one';

const server = sharedByTests(startEventServer);

testLeases(() => server.connect());

const bucketOn = (nc: NatsConnection) => nc.jetstream().views.kv('LEASES');

/** Reads the revision of the record that a holder's process renews. */
const renewalOf = async (nc: NatsConnection, { token }: Holding): Promise<() => Promise<number>> => {
  const kv = await bucketOn(nc);
  return async () => (await kv.get(`processes.${processOf(token)}`))?.revision ?? 0;
};

test('a holder that is kept longer than it lasts renews it, and keeps others out', async () => {
  const [nc, other] = await Promise.all([server.connect(), server.connect()]);
  const first = await held(nc, NAME);
  const stopping = new AbortController();
  const waiting = leaseOn(other, NAME).acquire(stopping.signal);
  const revision = await renewalOf(nc, first);
  const start = await revision();
  await expect.poll(revision, { timeout: 20_000 }).toBeGreaterThanOrEqual(start + 3);
  expect(first.lost.aborted).toBe(false);
  stopping.abort();
  expect(await waiting).toBeUndefined();
  await first.release();
});

test('after an outage of NATS it is held and renewed again', async () => {
  const nc = await server.connect();
  const first = await held(nc, NAME);
  await server.kill();
  await server.restart();
  // A short outage is bridged; after a longer one the lease must be taken again.
  const holding = first.lost.aborted ? await held(nc, NAME) : first;
  const revision = await renewalOf(await server.connect(), holding);
  const before = await revision();
  await expect.poll(revision).toBeGreaterThan(before);
  await holding.release();
});

test('a process renews one record for all its leases, and takes it away with the last of them', async () => {
  const nc = await server.connect();
  const names = [newId(), newId(), newId()];
  const holdings = await Promise.all(names.map((name) => held(nc, name)));
  expect(new Set(holdings.map(({ token }) => processOf(token))).size).toBe(1);
  const [first] = holdings as [Holding];
  const [kv, renewal] = [await bucketOn(nc), await renewalOf(nc, first)];
  const revisions = () => Promise.all(names.map(async (name) => (await kv.get(name))?.revision));
  const [taken, written] = [await revisions(), await renewal()];
  await expect.poll(renewal, { timeout: 20_000 }).toBeGreaterThan(written + 1);
  expect(await revisions()).toEqual(taken);
  for (const holding of holdings) {
    expect((await kv.get(`processes.${processOf(first.token)}`))?.operation).toBe('PUT');
    await holding.release();
  }
  expect((await kv.get(`processes.${processOf(first.token)}`))?.operation).toBe('DEL');
});

test('when a process is gone, another takes all its leases', async () => {
  const [old, nc] = await Promise.all([server.connect(), server.connect()]);
  const names = Array.from({ length: 20 }, newId);
  await Promise.all(names.map((name) => held(old, name)));
  const waiting = Promise.all(names.map((name) => leaseOn(nc, name).acquire(never)));
  await old.close();
  const holdings = await waiting;
  expect(holdings.map((holding) => holding?.lost.aborted)).toEqual(names.map(() => false));
  await Promise.all(holdings.map((holding) => holding?.release()));
});

test('a process whose record another has taken away gives up all its leases, and can take them again', async () => {
  const nc = await server.connect();
  const names = [newId(), newId()];
  const holdings = await Promise.all(names.map((name) => held(nc, name)));
  await (await bucketOn(nc)).delete(`processes.${processOf(holdings[0]?.token ?? '')}`);
  await expect.poll(() => holdings.map(({ lost }) => lost.aborted)).toEqual([true, true]);
  const again = await Promise.all(names.map((name) => held(nc, name)));
  expect(again.map(({ lost }) => lost.aborted)).toEqual([false, false]);
  await Promise.all(again.map((holding) => holding.release()));
});

test('a lease whose record names a turn that its process does not have is free', async () => {
  const [nc, other] = await Promise.all([server.connect(), server.connect()]);
  const [name, stale] = [newId(), newId()];
  const holding = await held(nc, name);
  // As after a release, or a try to take it, that the server did not answer.
  const entry = { holder: `${processOf(holding.token)}.99`, note: 'left' };
  await (await bucketOn(nc)).put(stale, JSON.stringify(entry));
  const next = await held(other, stale);
  expect(next.note).toBe('left');
  expect(holding.lost.aborted).toBe(false);
  await Promise.all([holding.release(), next.release()]);
});
