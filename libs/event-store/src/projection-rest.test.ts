// How long a projection rests after a live batch, and what ends its rests.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRest } from './projection-rest.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const { signal } = new AbortController();

/** Whether each of these has resolved. */
const watch = (...promises: Promise<unknown>[]): boolean[] => {
  const resolved = promises.map(() => false);
  for (const [n, promise] of promises.entries())
    void promise.then(() => {
      resolved[n] = true;
    });
  return resolved;
};

test.each([
  [2, 10],
  [10, 50],
  [1_000, 1_000],
])('a batch of %i ms is followed by a rest of %i ms', async (batchMs, restMs) => {
  const resolved = watch(createRest().after(batchMs, signal));
  await vi.advanceTimersByTimeAsync(restMs - 1);
  expect(resolved).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(resolved).toEqual([true]);
});

test('a query that begins to wait ends all rests, and allows none while it waits', async () => {
  const rest = createRest();
  const query = Promise.withResolvers<boolean>();
  const resolved = watch(rest.after(10, signal), rest.after(20, signal));
  await vi.advanceTimersByTimeAsync(1);
  expect(resolved).toEqual([false, false]);
  const answer = rest.noneDuring(query.promise);
  await vi.advanceTimersByTimeAsync(0);
  expect(resolved).toEqual([true, true]);
  await rest.after(10, signal);
  query.resolve(true);
  expect(await answer).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  void rest.after(10, signal);
  expect(vi.getTimerCount()).toBe(1);
});

test('as long as one of several queries waits there is no rest, even after another has failed', async () => {
  const rest = createRest();
  const last = Promise.withResolvers<boolean>();
  const waiting = rest.noneDuring(last.promise);
  await expect(rest.noneDuring(Promise.reject(new Error('away')))).rejects.toThrow('away');
  await rest.after(10, signal);
  last.resolve(false);
  expect(await waiting).toBe(false);
  void rest.after(10, signal);
  expect(vi.getTimerCount()).toBe(1);
});

test('a process that must stop does not finish its rest, and begins no other', async () => {
  const rest = createRest();
  const stopping = new AbortController();
  const resting = rest.after(10, stopping.signal);
  stopping.abort();
  await resting;
  await rest.after(10, stopping.signal);
  expect(vi.getTimerCount()).toBe(0);
});
