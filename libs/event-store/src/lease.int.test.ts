// Leases on a real NATS server: one holder at a time, and another one soon after it is gone.
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Holding, openLease } from './lease.ts';

let server: EventServer;
const never = new AbortController().signal;

beforeEach(async () => {
  server = await startEventServer();
});
afterEach(() => server.stop());

const leaseOn = (nc: NatsConnection) => openLease({ nc, log: silentLog }, 'work.of.one');
const held = async (nc: NatsConnection): Promise<Holding> => (await leaseOn(nc).acquire(never)) as Holding;

test('one process at a time holds it, each once', async () => {
  const connections = await Promise.all([1, 2, 3, 4].map(() => server.connect()));
  let working = 0;
  const tokens = await Promise.all(
    connections.map(async (nc) => {
      const holding = await held(nc);
      working += 1;
      expect(working).toBe(1);
      expect(holding.lost.aborted).toBe(false);
      await nc.flush();
      working -= 1;
      await holding.release();
      return holding.token;
    }),
  );
  expect(new Set(tokens).size).toBe(4);
});

test('the next holder reads what the last one left', async () => {
  const nc = await server.connect();
  const first = await held(nc);
  expect(first.note).toBeUndefined();
  first.leave('as far as 12');
  await first.release();
  const second = await held(nc);
  expect(second.note).toBe('as far as 12');
  await second.release();
  const third = await held(nc);
  expect(third.note).toBe('as far as 12');
  await third.release();
});

test('a holder whose connection is gone is replaced at once, and notices when it is back', async () => {
  const [old, nc] = await Promise.all([server.connect(), server.connect()]);
  const first = await held(old);
  await old.close();
  const second = await held(nc);
  expect(second.lost.aborted).toBe(false);
  await expect.poll(() => first.lost.aborted).toBe(true);
  await second.release();
});

test('a holder that is kept longer than it lasts renews it, and keeps others out', async () => {
  const [nc, other] = await Promise.all([server.connect(), server.connect()]);
  const first = await held(nc);
  const stopping = new AbortController();
  const waiting = leaseOn(other).acquire(stopping.signal);
  const kv = await nc.jetstream().views.kv('LEASES');
  const revision = async () => (await kv.get('work.of.one'))?.revision ?? 0;
  const start = await revision();
  await expect.poll(revision, { timeout: 20_000 }).toBeGreaterThanOrEqual(start + 5);
  expect(first.lost.aborted).toBe(false);
  stopping.abort();
  expect(await waiting).toBeUndefined();
  await first.release();
});

test('after an outage of NATS it is held and renewed again', async () => {
  const nc = await server.connect();
  const first = await held(nc);
  await server.kill();
  await server.restart();
  // A short outage is bridged; after a longer one the lease must be taken again.
  const holding = first.lost.aborted ? await held(nc) : first;
  const kv = await (await server.connect()).jetstream().views.kv('LEASES');
  const revision = async () => (await kv.get('work.of.one'))?.revision ?? 0;
  const before = await revision();
  await expect.poll(revision).toBeGreaterThan(before);
  await holding.release();
});
