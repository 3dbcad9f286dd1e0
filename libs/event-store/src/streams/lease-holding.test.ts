// When a holder renews its lease, and when it stops because it cannot.
import { silentLog } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdLease, REPLACED_AFTER_MS } from './lease-holding.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A lease that is held while `write` answers its renewals. */
const holdWith = (write: () => Promise<number | null>) => {
  const record = { read: vi.fn(), reopen: vi.fn(), write: vi.fn(write) };
  const deps = { log: silentLog, name: 'work', record, ended: vi.fn(), announceFree: vi.fn() };
  return { record, holding: holdLease(deps, { holder: 'a', revision: 1, note: undefined }) };
};

test('a holder that cannot renew stops a second before others replace it', async () => {
  const { holding } = holdWith(() => Promise.reject(new Error('away')));
  await vi.advanceTimersByTimeAsync(REPLACED_AFTER_MS - 1_100);
  expect(holding.lost.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(holding.lost.aborted).toBe(true);
});

test('it renews every two seconds, and a second after a renewal that failed', async () => {
  let revision = 1;
  const { record, holding } = holdWith(async () => {
    if (record.write.mock.calls.length === 2) throw new Error('away');
    revision += 1;
    return revision;
  });
  const renewals: number[] = [];
  for (let second = 1; second <= 9; second += 1) {
    const before = record.write.mock.calls.length;
    await vi.advanceTimersByTimeAsync(1_000);
    if (record.write.mock.calls.length > before) renewals.push(second);
  }
  expect(renewals).toEqual([2, 4, 5, 7, 9]);
  expect(holding.lost.aborted).toBe(false);
  await holding.release();
});

test('one whose lease another process has stops at its next renewal', async () => {
  const { holding } = holdWith(async () => null);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(holding.lost.aborted).toBe(true);
});
