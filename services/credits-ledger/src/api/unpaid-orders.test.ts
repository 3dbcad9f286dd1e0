// An account's unpaid orders while the read model is behind.
import { afterEach, expect, test, vi } from 'vitest';
import { openUnpaidOrders } from './unpaid-orders.ts';

afterEach(() => void vi.useRealTimers());

test('an order counts once, whether the read model has seen it or not', async () => {
  vi.useFakeTimers();
  const seen: { id: string; isUnpaid: boolean }[] = [];
  const unpaid = openUnpaidOrders(async () => seen);
  unpaid.note('ada', 'o1');
  unpaid.note('ada', 'o2');
  unpaid.note('bob', 'o3');
  expect([await unpaid.count('ada'), await unpaid.count('bob')]).toEqual([2, 1]);
  seen.push({ id: 'o1', isUnpaid: true });
  expect(await unpaid.count('ada')).toBe(2);
  vi.advanceTimersByTime(31_000);
  expect(await unpaid.count('ada')).toBe(1);
});

test('an order that was paid at once does not count', async () => {
  const unpaid = openUnpaidOrders(async () => [{ id: 'o1', isUnpaid: false }]);
  unpaid.note('ada', 'o1');
  expect(await unpaid.count('ada')).toBe(0);
});
