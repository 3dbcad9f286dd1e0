// A rebalance coin by coin, and what it costs.
import { expect, test } from 'vitest';
import { somePreview, someRebalance } from '../../../testing/trading.ts';
import { driftOf, inPlanOrder, paidCost, planRows } from './rebalance-plan.ts';

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

// spec: trading-page.29
test('coins are listed by the share that they will have', () => {
  const [row] = somePreview.rows;
  const shares = { BTC: 0.3, ETH: 0.4, SOL: 0, USDT: 0.3 };
  const rows = Object.entries(shares).map(([coin, after]) => ({
    ...(row as NonNullable<typeof row>),
    ...{ coin, after },
  }));
  expect(planRows({ rows }).map(({ coin }) => coin)).toEqual(['ETH', 'BTC', 'USDT', 'SOL']);
});

test('orders that were sent are listed as in their plan', () => {
  const orders = [order('BNB', 'sell', '5'), order('ADA', 'buy', '90'), order('XRP', 'buy', '1200')];
  expect(inPlanOrder(orders, ['XRP', 'ADA', 'USDT']).map(({ coin }) => coin)).toEqual(['XRP', 'ADA', 'BNB']);
});

test('the cost of fills is fees at their prices, and prices worse than planned', () => {
  const [sent] = someRebalance().orders;
  const filled = (more: Partial<typeof sent>) => ({ ...(sent as NonNullable<typeof sent>), ...more });
  const bought = filled({ price: '100', filled: '2', quote_filled: '202', fill_price: 101 });
  const sold = filled({
    coin: 'ETH',
    side: 'sell',
    price: '10',
    filled: '5',
    quote_filled: '50.5',
    fill_price: 10.1,
  });
  expect(
    paidCost([
      { ...bought, fees: { BTC: '0.01', BNB: '0.1' } },
      { ...sold, fees: { USDT: '0.05' } },
    ]),
  ).toEqual({ fees: 0.01 * 101 + 0.05, prices: 1.5, unvalued: ['BNB'] });
  expect(paidCost([filled({ filled: '0', quote_filled: '0', fill_price: null, fees: {} })])).toBeNull();
});

test('the drift is what has to change hands', () => {
  expect(driftOf(drift.before)).toBeCloseTo(0.3);
  expect(driftOf(drift.after)).toBeCloseTo(0);
});

test('all USDT where the target is coins alone is wholly off target', () => {
  const before = { BTC: { weight: 0, target: 0.6 }, ETH: { weight: 0, target: 0.4 } };
  expect(driftOf(before)).toBeCloseTo(1);
  expect(driftOf({ BTC: { weight: 0.6, target: 0.6 }, ETH: { weight: 0.4, target: 0.4 } })).toBeCloseTo(0);
});
