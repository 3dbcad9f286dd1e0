// Limits hold across gateways, within a bounded error, and a dead gateway's counts are dropped.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Counts, type CountsMessage, openCounts } from './counts.ts';

const LATENCY_MS = 5;
const WINDOW_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Gateways with some delay between them. */
const openGateways = (count: number): Counts[] => {
  const gateways: Counts[] = [];
  const publish = (message: CountsMessage) =>
    setTimeout(() => {
      for (const gateway of gateways) gateway.receive(message);
    }, LATENCY_MS);
  for (let number = 0; number < count; number += 1) gateways.push(openCounts(`g${number}`, publish));
  return gateways;
};

test('what one gateway counts counts on all', async () => {
  const [first, second] = openGateways(2) as [Counts, Counts];
  first.hit('ann', WINDOW_MS, 2);
  first.hit('ann', WINDOW_MS, 2);
  await vi.advanceTimersByTimeAsync(LATENCY_MS + 1);
  expect(second.hit('ann', WINDOW_MS, 2).total).toBe(3);
  expect(second.hit('bob', WINDOW_MS, 2).total).toBe(1);
});

test('a few hits are published together, within a tenth of a second', async () => {
  const [first, second] = openGateways(2) as [Counts, Counts];
  first.hit('ann', WINDOW_MS, 60);
  await vi.advanceTimersByTimeAsync(99 + LATENCY_MS);
  expect(second.total('ann')).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(second.total('ann')).toBe(1);
});

test('a burst over three gateways exceeds a limit only by the requests under way', async () => {
  const limit = 100;
  const gateways = openGateways(3);
  let admitted = 0;
  // One hit per millisecond on each gateway: during a message's delay, and before a tenth of the limit is published.
  for (let ms = 0; ms < 1_000; ms += 1) {
    for (const gateway of gateways)
      if (gateway.hit('ann', WINDOW_MS, limit / 10).total <= limit) admitted += 1;
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(admitted).toBeGreaterThanOrEqual(limit);
  expect(admitted).toBeLessThanOrEqual(limit + 2 * (limit / 10 + LATENCY_MS + 1));
});

test('a window ends everywhere at once', async () => {
  const [first, second] = openGateways(2) as [Counts, Counts];
  first.hit('ann', WINDOW_MS, 1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(second.hit('ann', WINDOW_MS, 1).total).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000 + 3 * LATENCY_MS);
  expect(first.hit('ann', WINDOW_MS, 1).total).toBe(1);
  await vi.advanceTimersByTimeAsync(LATENCY_MS + 1);
  expect(second.total('ann')).toBe(1);
});

test('a gateway that starts later gets the counts of the others', async () => {
  const gateways = openGateways(1);
  const [first] = gateways as [Counts];
  first.hit('ann', WINDOW_MS, 1);
  first.hold('streams', 1);
  const late = openCounts('late', (message) => first.receive(message));
  vi.advanceTimersByTime(1_000);
  gateways.push(late);
  late.exchange();
  await vi.advanceTimersByTimeAsync(200);
  expect([late.total('ann'), late.total('streams')]).toEqual([1, 1]);
});

test('a held place counts until it is released or its gateway has died', async () => {
  const [first, second] = openGateways(2) as [Counts, Counts];
  first.hold('streams', 1);
  first.hold('streams', 1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(second.total('streams')).toBe(2);
  first.hold('streams', -1);
  await vi.advanceTimersByTimeAsync(LATENCY_MS + 1);
  expect(second.total('streams')).toBe(1);
  first.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(second.total('streams')).toBe(0);
});
