// Each row of a preview says what is ordered, what is left of it and why; totals are those of the orders that go out.
import { refuse } from '@tradeium/contracts';
import type { PlanOutcome } from '@tradeium/portfolio';
import { describe, expect, test } from 'vitest';
import { after, created, ids, NOW, PLAN_INPUTS } from '../../../fixtures/deployment-story.ts';
import type { CreatedDeployment, DataOf } from '../../domain/deployment-state.ts';
import { previewView } from './preview-view.ts';

type Plan = DataOf<'RebalancePlanned'>;
type Order = Plan['sells'][number];

const order = (coin: string, side: Order['side'], notional: string): Order => ({
  ...{ coin, side, quantity: notional, price: '1', notional, limitPrice: '1' },
});
const left = (coin: string, side: Order['side'], notional: string, reason: string) => ({
  ...{ coin, side, notional, reason },
});
const shares = (coins: Record<string, number>) =>
  Object.fromEntries(Object.entries(coins).map(([coin, weight]) => [coin, { weight, target: 0.25 }]));

const SELL = order('BTC', 'sell', '1000');
const BUY = order('ETH', 'buy', '900');
const plan: Plan = {
  ...{ ...ids, rebalanceId: 'r1', value: '10000', weights: {}, prices: {}, dataTimestamp: NOW },
  sells: [SELL],
  buys: [BUY],
  wantedBuys: [
    { coin: 'ETH', notional: '2500' },
    { coin: 'SOL', notional: '3' },
  ],
  skipped: [left('BTC', 'sell', '3200', 'above-order-max'), left('SOL', 'buy', '3', 'below-notional-min')],
  drift: { before: shares({ BTC: 0.67, ETH: 0, SOL: 0.25, ADA: 0.08 }), after: {} },
  costAtMost: '30',
  ...{ decidedAt: NOW, inputs: PLAN_INPUTS },
};
const outcome: PlanOutcome = {
  after: shares({ BTC: 0.57, ETH: 0.09, SOL: 0.25, ADA: 0.08 }),
  ...{ costExpected: '2', costAtMost: '20', turnover: 0.1, cashAfter: '98' },
};
const { state } = after([created()]);
const deployment = state as CreatedDeployment;
const view = (sent: readonly Order[], heldUp: Parameters<typeof refuse>[0] | null = null, of = plan) =>
  previewView(of, {
    ...{ outcome, deployment, timestamp: NOW },
    run: { sent, heldUp: heldUp && refuse(heldUp) },
  });
const rowsOf = ({ rows }: ReturnType<typeof view>) =>
  rows.map(({ coin, state, reason, wanted_usdt, ordered_usdt }) =>
    [coin, state, reason, wanted_usdt, ordered_usdt].join(' '),
  );

describe('a row', () => {
  test('says what is sent, cut and not sent, and why', () => {
    expect(rowsOf(view([SELL, BUY]))).toEqual([
      'BTC cut above-order-max 4200 1000',
      'ETH cut no-cash 2500 900',
      'SOL not-sent below-notional-min 3 0',
      'ADA   0 0',
      'USDT   0 0',
    ]);
  });

  test('of an order that is whole, but for fees and lots, is sent', () => {
    const wantedBuys = [{ coin: 'ETH', notional: '905' }];
    expect(rowsOf(view([SELL, BUY], null, { ...plan, wantedBuys }))[1]).toBe('ETH sent  905 900');
  });

  test('does not repeat what holds up all of them', () => {
    const shown = view([], 'DEPLOYMENT_STOPPED');
    expect(rowsOf(shown).slice(0, 2)).toEqual(['BTC not-sent  4200 0', 'ETH not-sent  2500 0']);
    expect(shown).toMatchObject({
      held_up: 'This deployment is stopped',
      held_up_code: 'DEPLOYMENT_STOPPED',
    });
  });

  test('of USDT is what the coins leave over', () => {
    const usdt = view([SELL, BUY]).rows.at(-1);
    expect(usdt).toMatchObject({ coin: 'USDT', now: 0, target: 0 });
    expect(usdt?.after).toBeCloseTo(0.01);
  });
});

test('totals, costs and drift are those of the orders that go out', () => {
  expect(view([SELL])).toMatchObject({
    orders: [{ coin: 'BTC' }],
    totals: { sold_usdt: 1_000, bought_usdt: 0, fees_usdt: 1, cash_after_usdt: 98 },
    cost_at_most_usdt: 20,
    drift: { after: { BTC: { weight: 0.57 } } },
  });
});

test('a sell of some coins says nothing of the others', () => {
  const inputs = { holdings: [{ coin: 'BTC' }, { coin: 'ETH' }], sold: ['BTC'] } as unknown as Plan['inputs'];
  expect(view([SELL], null, { ...plan, inputs }).rows.map(({ coin }) => coin)).not.toContain('USDT');
});

test('a plan without orders says so', () => {
  expect(view([], null, { ...plan, sells: [], buys: [] })).toMatchObject({
    held_up_code: 'NOTHING_TO_TRADE',
  });
  expect(view([SELL, BUY])).toMatchObject({ held_up: null, held_up_code: null });
});
