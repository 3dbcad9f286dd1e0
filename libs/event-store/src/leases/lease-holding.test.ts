// When a holder writes the record of its lease: for a note, before it is forgotten, and at the end.
import { silentLog } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEASES_KEPT_MS } from '../streams/stream-layout.ts';
import { holdLease } from './lease-holding.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A lease that is held while `write` answers. */
const holdWith = (write: (revision: number) => Promise<number | null>) => {
  const over = new AbortController();
  const stop = () => over.abort();
  const turn = { holder: 'a.1', lost: over.signal, stop, end: async () => stop() };
  const written = vi.fn((_entry: unknown, revision: number) => write(revision));
  const record = { read: vi.fn(), remove: vi.fn(), write: written };
  const dependencies = { log: silentLog, name: 'work', record, turn };
  return { written, holding: holdLease(dependencies, { revision: 1, note: undefined }) };
};

test('a record without news is written again before its bucket forgets it, and not sooner', async () => {
  const { written } = holdWith(async (revision) => revision + 1);
  await vi.advanceTimersByTimeAsync(LEASES_KEPT_MS / 2 - 1);
  expect(written).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(LEASES_KEPT_MS);
  expect(written.mock.calls).toEqual([1, 2].map((revision) => [{ holder: 'a.1' }, revision]));
});

test('of the notes of two seconds the last is stored, once more after a failure', async () => {
  const { written, holding } = holdWith(async (revision) => {
    if (written.mock.calls.length === 1) throw new Error('away');
    return revision + 1;
  });
  for (const note of ['1', '2', '3']) {
    await vi.advanceTimersByTimeAsync(500);
    holding.leave(note);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written.mock.calls).toEqual([1, 1].map((revision) => [{ holder: 'a.1', note: '3' }, revision]));
});

test('a lease whose record another process has written is lost, and not written again', async () => {
  const { written, holding } = holdWith(async () => null);
  holding.leave('1');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(holding.lost.aborted).toBe(true);
  holding.leave('2');
  await holding.release();
  await vi.advanceTimersByTimeAsync(LEASES_KEPT_MS);
  expect(written).toHaveBeenCalledOnce();
});

test('a release waits for what is being stored, and leaves the last note', async () => {
  const first = Promise.withResolvers<number>();
  const { written, holding } = holdWith((revision) => (revision === 1 ? first.promise : Promise.resolve(3)));
  holding.leave('1');
  await vi.advanceTimersByTimeAsync(2_000);
  holding.leave('2');
  const released = holding.release();
  expect(holding.lost.aborted).toBe(true);
  first.resolve(2);
  await released;
  expect(written.mock.lastCall).toEqual([{ holder: null, note: '2' }, 2]);
});
