// A rebalance in the activity log: the trades that were wanted, and the price and fee at which they were filled.
import { describe, expect, test } from 'vitest';
import type { HistoryEntry, RebalanceEntry } from '../../projections/history.ts';
import { activityView } from './activity-view.ts';

const at = '2026-03-01T12:00:00.000Z';
const skippedFor = (reason: string) => ({ coin: 'ETH', side: 'buy' as const, notional: '4', reason });

type Shown = {
  readonly reasons?: readonly string[];
  readonly orders?: RebalanceEntry['orders'];
  readonly buys?: NonNullable<RebalanceEntry['plan']>['buys'];
  readonly status?: string;
};

const shown = ({ reasons = [], orders = [], buys = [], status = 'completed' }: Shown) => {
  const ids = { userId: 'ann', deploymentId: 'd1', rebalanceId: 'r1' };
  const plan = {
    ...{ ...ids, value: '100', weights: {}, prices: {}, sells: [], buys, wantedBuys: [] },
    ...{ skipped: reasons.map(skippedFor), drift: { before: {}, after: {} }, costAtMost: '0' },
    dataTimestamp: at,
  };
  const rebalance = { kind: 'manual' as const, plan, orders, charged: 0 };
  const entry = { _id: 'r1', userId: 'ann', deploymentId: 'd1', at, type: 'rebalance', status };
  const activity = { ...entry, detail: null, rebalance, previousHash: null } as unknown as HistoryEntry;
  return activityView(activity, {
    mode: 'paper',
    backtest_session_id: 'c1',
    deployment_name: 'Two coins',
  });
};

describe('a coin that was left alone', () => {
  test.each(['below-notional-min', 'below-lot', 'within-band', 'not-allowed'])(
    'as %s was not desired',
    (reason) => {
      expect(shown({ reasons: [reason] })).toMatchObject({ trades_desired_count: 0, volume_desired_usdt: 0 });
    },
  );

  test.each(['no-cash', 'locked', 'no-market'])('for %s was desired and not traded', (reason) => {
    expect(shown({ reasons: [reason] })).toMatchObject({ trades_desired_count: 1, volume_desired_usdt: 4 });
  });
});

describe('an order that never left', () => {
  const amounts = { quantity: '2', price: '100', notional: '200' };
  const buy = (coin: string) => ({ coin, side: 'buy' as const, ...amounts, limitPrice: '101' });
  const none = { clientOrderId: 'o1', filled: '0', quoteFilled: '0', fees: {} };
  const refused = { ...none, coin: 'BTC', side: 'buy', ...amounts, reason: 'why' } as const;

  test('is not counted as sent', () => {
    const entry = shown({ orders: [{ ...refused, status: 'not-sent' }] });
    expect(entry).toMatchObject({ trades_count: 0, volume_usdt: 0, orders: [{ status: 'not-sent' }] });
  });

  test('because its rebalance failed before is listed as unsent', () => {
    const orders = [{ ...refused, status: 'rejected' as const }];
    const buys = [buy('BTC'), buy('ETH')];
    expect(shown({ orders, buys, status: 'failed' }).unsent).toEqual([
      { coin: 'ETH', side: 'buy', ...amounts },
    ]);
    expect(shown({ orders, buys }).unsent).toEqual([]);
  });
});

test('an order has the average price of its fills, and its fees', () => {
  const order = { clientOrderId: 'o1', coin: 'BTC', side: 'buy', quantity: '2', price: '100' } as const;
  const amounts = { notional: '200', filled: '2', quoteFilled: '201', fees: { BTC: '0.002' } };
  const { orders } = shown({ orders: [{ ...order, ...amounts, status: 'filled', reason: null }] });
  expect(orders?.[0]).toMatchObject({ fill_price: 100.5, fees: { BTC: '0.002' } });
});
