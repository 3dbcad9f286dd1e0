// Ids follow from what they are for: the same cause has the same id, another one another.
import { expect, test } from 'vitest';
import { clientOrderIdOf, isOwnOrder, rebalanceIdOf } from './order-ids.ts';

const order = { deploymentId: 'd1', rebalanceId: 'r1', leg: 'sell-0' };

test('an order has one id, which the exchange accepts and we recognise', () => {
  const id = clientOrderIdOf(order);
  expect(id).toMatch(/^tr[a-z2-7]{24}$/);
  expect(clientOrderIdOf({ ...order })).toBe(id);
  expect(isOwnOrder(id)).toBe(true);
  expect(isOwnOrder('x-R4BD3S82')).toBe(false);
});

test('other orders have other ids', () => {
  const others = [{ leg: 'sell-1' }, { leg: 'buy-0' }, { rebalanceId: 'r2' }, { deploymentId: 'd2' }];
  const ids = [order, ...others.map((other) => ({ ...order, ...other }))].map(clientOrderIdOf);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a bar has one scheduled rebalance, a request one manual', () => {
  const barClose = '2026-03-04T00:00:00.000Z';
  expect(rebalanceIdOf('d1', { barClose })).toBe(rebalanceIdOf('d1', { barClose }));
  expect(rebalanceIdOf('d1', { barClose })).not.toBe(rebalanceIdOf('d2', { barClose }));
  expect(rebalanceIdOf('d1', { commandId: barClose })).not.toBe(rebalanceIdOf('d1', { barClose }));
});
