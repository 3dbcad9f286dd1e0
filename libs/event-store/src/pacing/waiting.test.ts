// Every wait ends: in a queue of commands, for documents, between two tries.
import { describe, expect, test } from 'vitest';
import { createWaiters } from '../read/waiters.ts';
import { backOffMs } from './back-off.ts';
import { createSerialQueue } from './serial-queue.ts';

describe('a serial queue', () => {
  test('runs tasks of one key one after the other and those of others side by side', async () => {
    const queue = createSerialQueue(10);
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = queue.run('a', async () => {
      order.push('a1 begins');
      await gate.promise;
      order.push('a1 ends');
    });
    const second = queue.run('a', async () => void order.push('a2'));
    await queue.run('b', async () => void order.push('b1'));
    expect(order).toEqual(['a1 begins', 'b1']);
    gate.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['a1 begins', 'b1', 'a1 ends', 'a2']);
  });

  test('continues after a task that failed', async () => {
    const queue = createSerialQueue(10);
    const failed = queue.run('a', () => Promise.reject(new Error('failed')));
    const next = queue.run('a', async () => 'next');
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });

  test('takes no more than its bound, and takes again when it is empty', async () => {
    const queue = createSerialQueue(2);
    const gate = Promise.withResolvers<void>();
    const waiting = [queue.run('a', () => gate.promise), queue.run('a', () => gate.promise)];
    expect(queue.run('a', () => gate.promise)).toBeNull();
    gate.resolve();
    await Promise.all(waiting);
    await expect.poll(() => queue.run('a', async () => 'again')).toBe('again');
  });
});

describe('waiters', () => {
  test('resolve when their sequence is reached, and not before', async () => {
    const waiters = createWaiters();
    const resolved: number[] = [];
    const all = [3, 1, 2].map(async (sequence) => {
      expect(await waiters.wait('CREDITS', sequence, 1_000)).toBe(true);
      resolved.push(sequence);
    });
    expect(waiters.awaited('CREDITS')).toBe(3);
    waiters.reached('AUTH', 3);
    waiters.reached('CREDITS', 1);
    await all[1];
    expect(resolved).toEqual([1]);
    waiters.reached('CREDITS', 3);
    await Promise.all(all);
    expect(waiters.awaited('CREDITS')).toBe(0);
  });

  test('wait no longer than they asked to, and not at all for what will not come', async () => {
    const waiters = createWaiters();
    expect(await waiters.wait('CREDITS', 1, 5)).toBe(false);
    const [before, beyond] = [4, 5].map((sequence) => waiters.wait('CREDITS', sequence, 60_000));
    waiters.stoppedBefore('CREDITS', 5);
    expect(await beyond).toBe(false);
    waiters.reached('CREDITS', 4);
    expect(await before).toBe(true);
  });
});

test('pauses grow up to their bound and differ', () => {
  const pauses = Array.from({ length: 40 }, (_, n) => backOffMs(n + 1, 5_000));
  expect(pauses.every((pause, n) => pause > 0 && pause <= Math.min(5_000, 100 * 2 ** n))).toBe(true);
  expect(pauses.slice(10).every((pause) => pause >= 3_750)).toBe(true);
  expect(new Set(pauses).size).toBeGreaterThan(30);
});
