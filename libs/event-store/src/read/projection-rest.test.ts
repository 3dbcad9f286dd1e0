// How long a projection rests after a live batch, and what ends its rests.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRest, type Rest } from './projection-rest.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const { signal } = new AbortController();

/** Says of each of these if it has resolved. */
const watch = (...promises: Promise<unknown>[]): boolean[] => {
  const resolved = promises.map(() => false);
  for (const [n, promise] of promises.entries())
    void promise.then(() => {
      resolved[n] = true;
    });
  return resolved;
};

/** How long it rests after a batch. */
const restOf = async (rest: Rest, batchMs: number): Promise<number> => {
  await vi.advanceTimersByTimeAsync(batchMs);
  const start = performance.now();
  const resting = rest.after(batchMs, signal);
  await vi.runAllTimersAsync();
  await resting;
  return performance.now() - start;
};

test.each([
  [
    [20, 20, 20, 20, 20],
    [0, 0, 0, 0, 0],
  ],
  [
    [100, 10, 10],
    [0, 40, 40],
  ],
  [
    [60, 60, 60],
    [0, 80, 240],
  ],
  [
    [5_000, 5_000],
    [1_000, 1_000],
  ],
])('batches of %j ms in a row have rests of %j ms', async (batches, rests) => {
  const rest = createRest();
  const taken: number[] = [];
  for (const batchMs of batches) taken.push(await restOf(rest, batchMs));
  expect(taken).toEqual(rests);
});

test('a change after a quiet moment needs no rest, however much there was to do before', async () => {
  const rest = createRest();
  await restOf(rest, 5_000);
  expect(await restOf(rest, 20)).toBe(80);
  await vi.advanceTimersByTimeAsync(400);
  expect(await restOf(rest, 20)).toBe(0);
});

test('work that had no rest, for the sake of queries, is not made up for by more than one rest', async () => {
  const rest = createRest();
  const query = Promise.withResolvers<void>();
  const answer = rest.noneDuring(query.promise);
  for (let n = 0; n < 100; n += 1) expect(await restOf(rest, 100)).toBe(0);
  query.resolve();
  await answer;
  expect(await restOf(rest, 10)).toBe(1_000);
  expect(await restOf(rest, 10)).toBe(40);
});

test('a query that begins to wait ends all rests, and allows none while it waits', async () => {
  const rest = createRest();
  const query = Promise.withResolvers<boolean>();
  const resolved = watch(rest.after(500, signal), rest.after(500, signal));
  await vi.advanceTimersByTimeAsync(1);
  expect(resolved).toEqual([false, false]);
  const answer = rest.noneDuring(query.promise);
  await vi.advanceTimersByTimeAsync(0);
  expect(resolved).toEqual([true, true]);
  await rest.after(500, signal);
  query.resolve(true);
  expect(await answer).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  void rest.after(500, signal);
  expect(vi.getTimerCount()).toBe(1);
});

test('a question during a batch omits the rest after it, and no other', async () => {
  const rest = createRest();
  await restOf(rest, 100);
  rest.end();
  expect(await restOf(rest, 100)).toBe(0);
  expect(await restOf(rest, 100)).toBe(800);
});

test('as long as one of several queries waits there is no rest, even after another has failed', async () => {
  const rest = createRest();
  const last = Promise.withResolvers<boolean>();
  const waiting = rest.noneDuring(last.promise);
  await expect(rest.noneDuring(Promise.reject(new Error('away')))).rejects.toThrow('away');
  await rest.after(500, signal);
  last.resolve(false);
  expect(await waiting).toBe(false);
  void rest.after(500, signal);
  expect(vi.getTimerCount()).toBe(1);
});

test('a process that must stop does not finish its rest, and begins no other', async () => {
  const rest = createRest();
  const stopping = new AbortController();
  const resting = rest.after(500, stopping.signal);
  stopping.abort();
  await resting;
  await rest.after(500, stopping.signal);
  expect(vi.getTimerCount()).toBe(0);
});
