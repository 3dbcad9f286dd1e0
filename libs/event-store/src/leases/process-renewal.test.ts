// When a process renews its record, and when it gives up its leases because it cannot.
import { silentLog } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepRenewed, REPLACED_AFTER_MS } from './process-renewal.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A record that is kept while `write` answers its renewals. */
const keepWith = (write: () => Promise<number | null>) => {
  const record = { read: vi.fn(), remove: vi.fn(), write: vi.fn(write) };
  const lost = vi.fn();
  return { record, lost, kept: keepRenewed({ log: silentLog, record, lost }, 1) };
};

test('a process that cannot renew stops a second before others replace it', async () => {
  const { lost } = keepWith(() => Promise.reject(new Error('away')));
  await vi.advanceTimersByTimeAsync(REPLACED_AFTER_MS - 1_100);
  expect(lost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(lost).toHaveBeenCalledOnce();
});

test('it renews every two seconds, and a second after a renewal that failed', async () => {
  let revision = 1;
  const { record, lost, kept } = keepWith(async () => {
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
  expect(lost).not.toHaveBeenCalled();
  expect(await kept.stop()).toBe(revision);
});

test('one whose record another process has taken away stops at its next renewal', async () => {
  const { lost } = keepWith(async () => null);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lost).toHaveBeenCalledOnce();
});
