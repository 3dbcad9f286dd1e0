// Numbers of an answer lose the last digits of their sums and nothing else.
import { expect, test } from 'vitest';
import { withoutNoise } from './without-noise.ts';

test('numbers are rounded wherever they stand; texts, nulls and small amounts stay', () => {
  const orders = [{ fill_price: 72593.08000000002, quantity: '0.10000000000000001', reason: null }];
  expect(
    withoutNoise({ volume: 2499.4260925999997, orders, weights: { BTC: 0.1 + 0.2, ETH: 1.2e-8 } }),
  ).toEqual({
    volume: 2499.4260926,
    orders: [{ fill_price: 72593.08, quantity: '0.10000000000000001', reason: null }],
    weights: { BTC: 0.3, ETH: 1.2e-8 },
  });
});
