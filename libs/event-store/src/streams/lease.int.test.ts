// Leases on a real NATS server: one holder at a time, and another one soon after it is gone.
import { sharedByTests, startEventServer } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { held, leaseOn, testLeases } from '../../fixtures/lease-suite.ts';

const NAME = 'work.of.one';

const server = sharedByTests(startEventServer);

testLeases(() => server.connect());

test('a holder that is kept longer than it lasts renews it, and keeps others out', async () => {
  const [nc, other] = await Promise.all([server.connect(), server.connect()]);
  const first = await held(nc, NAME);
  const stopping = new AbortController();
  const waiting = leaseOn(other, NAME).acquire(stopping.signal);
  const kv = await nc.jetstream().views.kv('LEASES');
  const revision = async () => (await kv.get(NAME))?.revision ?? 0;
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
  const kv = await (await server.connect()).jetstream().views.kv('LEASES');
  const revision = async () => (await kv.get(NAME))?.revision ?? 0;
  const before = await revision();
  await expect.poll(revision).toBeGreaterThan(before);
  await holding.release();
});
