// A coin without a price counts with its last known one: nothing falls, nothing warns, and no deposit is lost.
import { describe, expect, test } from 'vitest';
import { after, created, ids, NOW, PLAN_INPUTS, started, typesOf } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import { drawdownNow } from './drawdown.ts';

type Amounts = Record<string, string>;

const seen = (holdings: Amounts, prices: Amounts, unexplained: string | null = null): DeploymentCommand => ({
  type: 'ReconcileAccount',
  ...ids,
  holdings,
  prices: { USDT: '1', ...prices },
  unexplained,
});
const held = { USDT: '100', BTC: '0.9' };
const begun = [created({ drawdown_stop_percent: 20 }), seen(held, { BTC: '1000' })];

describe('a coin whose market is halted', () => {
  // spec: trading.20
  test('keeps its last known price: no loss, no warning, no stop', () => {
    const { state, answer } = after([...begun, seen(held, {})]);
    expect(answer).toMatchObject([{ type: 'PortfolioValued', data: { valueUsdt: 1_000, index: 1 } }]);
    expect(state.status).toBe('active');
    expect(drawdownNow(state).drawdownPercent).toBe(0);
  });

  test('counts with what it is worth as soon as it has a price again', () => {
    const { state } = after([...begun, seen(held, {}), seen(held, { BTC: '1100' })]);
    expect(state.value?.usdt).toBeCloseTo(1_090, 9);
  });

  test('leaves a deposit what it is', () => {
    const { state, answer } = after([...begun, seen({ ...held, USDT: '600' }, {})]);
    expect(answer).toMatchObject([
      { type: 'AccountReconciled' },
      { type: 'PortfolioValued', data: { valueUsdt: 1_500, flowUsdt: 500 } },
    ]);
    expect(state.value?.index).toBe(1);
  });

  test('and that was taken out is a withdrawal at its last known price', () => {
    const { state } = after([...begun, seen({ USDT: '100' }, {})]);
    expect(state.value).toMatchObject({ usdt: 100, index: 1 });
  });
});

describe('a coin whose price is not known at all', () => {
  const odd = { ...held, ETH: '5' };

  test('stops valuations and what follows from them; an account that nobody can explain still pauses', () => {
    expect(typesOf(after([...begun, seen(odd, { BTC: '10' })]).answer)).toEqual([]);
    expect(typesOf(after([...begun, seen(odd, { BTC: '10' }, 'a stray order')]).answer)).toEqual([
      'DeploymentPaused',
    ]);
  });

  test('makes no gain of a deposit that came meanwhile', () => {
    const more = { ...odd, USDT: '600' };
    const { state } = after([...begun, seen(more, { BTC: '1000' }), seen(more, { BTC: '1000', ETH: '10' })]);
    expect(state.value).toMatchObject({ usdt: 1_550, index: 1 });
  });
});

test('a price of which only a plan knows counts, too', () => {
  const price = { price: '1', notional: '1', limitPrice: '1' };
  const plan: DeploymentCommand = {
    type: 'PlanRebalance',
    ...ids,
    rebalanceId: 'r1',
    seen: { holdings: {}, prices: {} },
    data: {
      ...{ ...ids, rebalanceId: 'r1', value: '1000', weights: { ETH: 1 }, prices: { USDT: '1', ETH: '20' } },
      ...{ sells: [], buys: [{ coin: 'ETH', side: 'buy', quantity: '1', ...price }], wantedBuys: [] },
      ...{ skipped: [], drift: { before: {}, after: {} }, costAtMost: '0' },
      ...{ dataTimestamp: NOW, decidedAt: NOW, inputs: PLAN_INPUTS },
    },
  };
  const { state } = after([...begun, started(), plan, seen({ ETH: '5' }, {})]);
  expect(state.value?.usdt).toBe(100);
});
