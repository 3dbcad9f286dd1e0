// Points without a figure come last in both orders, and points with the same one stay in theirs.
import { expect, test } from 'vitest';
import { FIRST_ORDER, orderAfter, orderedPlaces } from './points-order.ts';

test('what has no figure comes last either way, ties in their order', () => {
  const figures = [1, null, 3, 1, null, 2];
  expect([...orderedPlaces(figures, true)]).toEqual([2, 5, 0, 3, 1, 4]);
  expect([...orderedPlaces(figures, false)]).toEqual([0, 3, 5, 2, 1, 4]);
});

test('a figure begins with its highest, an axis with its lowest value; a second press turns it round', () => {
  const bySharpe = orderAfter(FIRST_ORDER, 'sharpe_ratio');
  expect(bySharpe).toEqual({ by: 'sharpe_ratio', isDescending: true });
  expect(orderAfter(bySharpe, 'sharpe_ratio').isDescending).toBe(false);
  expect(orderAfter(bySharpe, 0)).toEqual({ by: 0, isDescending: false });
});
