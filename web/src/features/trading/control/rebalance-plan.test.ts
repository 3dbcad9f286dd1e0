// A rebalance coin by coin, in the order in which it is traded.
import { expect, test } from 'vitest';
import { driftOf, planRows, tradedUsdt } from './rebalance-plan.ts';

const order = (coin: string, side: 'buy' | 'sell', notional: string) => ({
  ...{ coin, side, notional, quantity: '1', price: notional },
});
const drift = {
  before: {
    BTC: { weight: 0.5, target: 0.3 },
    ETH: { weight: 0.1, target: 0.4 },
    SOL: { weight: 0.001, target: 0 },
    USDT: { weight: 0.399, target: 0.3 },
  },
  after: { BTC: { weight: 0.3, target: 0.3 }, ETH: { weight: 0.4, target: 0.4 } },
};
const skipped = [{ coin: 'SOL', side: 'sell' as const, notional: '1.2', reason: 'below-notional-min' }];

test('sells come before buys, then what is skipped, and USDT last', () => {
  const rows = planRows({
    orders: [order('ETH', 'buy', '300'), order('BTC', 'sell', '200')],
    skipped,
    drift,
  });
  expect(rows.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'SOL', 'USDT']);
  expect(rows[0]).toMatchObject({ before: 0.5, target: 0.3, after: 0.3, order: { side: 'sell' } });
  expect(rows[2]).toMatchObject({ after: null, order: null, skipped: { reason: 'below-notional-min' } });
});

test('larger orders come first among sells and among buys', () => {
  const orders = [order('ADA', 'buy', '90'), order('XRP', 'buy', '1200'), order('BNB', 'sell', '5')];
  const rows = planRows({ orders, skipped: [], drift: { before: {}, after: {} } });
  expect(rows.map(({ coin }) => coin)).toEqual(['BNB', 'XRP', 'ADA']);
  expect(tradedUsdt(orders)).toBe(1_295);
});

test('the drift is what has to change hands', () => {
  expect(driftOf(drift.before)).toBeCloseTo(0.3);
  expect(driftOf(drift.after)).toBe(0);
});
