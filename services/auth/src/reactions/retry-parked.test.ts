// What was set aside is tried again by itself.
import { silentLog } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryParkedEvery } from './retry-parked.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('once in a while, also after a failure, but not while the last time is under way', async () => {
  const tries: PromiseWithResolvers<{ handled: number; remaining: number }>[] = [];
  const retryParked = () => {
    const next = Promise.withResolvers<{ handled: number; remaining: number }>();
    tries.push(next);
    return next.promise;
  };
  const stop = retryParkedEvery({ retryParked }, 1_000, silentLog);
  await vi.advanceTimersByTimeAsync(999);
  expect(tries).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(tries).toHaveLength(1);
  tries[0]?.reject(new Error('NATS is away'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tries).toHaveLength(2);
  tries[1]?.resolve({ handled: 1, remaining: 0 });
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tries).toHaveLength(2);
});
