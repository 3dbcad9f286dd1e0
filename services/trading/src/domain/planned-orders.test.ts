// A rebalance sends the orders of its plan, each once, and no others.
import { describe, expect, test } from 'vitest';
import {
  after,
  created,
  ids,
  NOW,
  PLAN_INPUTS,
  rebalanceIds,
  started,
  typesOf,
} from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import type { DataOf } from './deployment-state.ts';

type Plan = DataOf<'RebalancePlanned'>;
type Intent = Extract<DeploymentCommand, { type: 'IntendOrder' }>;

const PLANNED_SELL: Plan['sells'][number] = {
  ...{ coin: 'BTC', side: 'sell', quantity: '0.1', price: '1000', notional: '100', limitPrice: '990' },
};
const planned: DeploymentCommand = {
  type: 'PlanRebalance',
  ...rebalanceIds,
  seen: { holdings: { USDT: '1000' }, prices: { USDT: '1' } },
  data: {
    ...rebalanceIds,
    ...{ value: '1000', weights: {}, prices: {}, sells: [PLANNED_SELL], buys: [], skipped: [] },
    wantedBuys: [{ coin: 'ETH', notional: '200' }],
    ...{ drift: { before: {}, after: {} }, costAtMost: '0', dataTimestamp: NOW },
    ...{ decidedAt: NOW, inputs: PLAN_INPUTS },
  },
};

const intent = (clientOrderId: string, more: Partial<Intent['order']>): Intent => ({
  type: 'IntendOrder',
  ...rebalanceIds,
  order: { ...PLANNED_SELL, leg: 'sell-0', clientOrderId, sentBy: 'here', ...more },
});
const buy = (clientOrderId: string, more: Partial<Intent['order']> = {}): Intent =>
  intent(clientOrderId, {
    ...{ leg: 'buy-0', coin: 'ETH', side: 'buy', quantity: '1', price: '100', notional: '100' },
    limitPrice: '101',
    ...more,
  });
const filled = (clientOrderId: string): DeploymentCommand => ({
  type: 'RecordOutcome',
  ...rebalanceIds,
  clientOrderId,
  outcome: {
    kind: 'closed',
    result: { exchangeOrderId: '1', filled: '1', quoteFilled: '100', fees: {}, fillIds: ['1'] },
  },
});
const late = (clientOrderId: string): DeploymentCommand => ({
  type: 'RecordOutcome',
  ...rebalanceIds,
  clientOrderId,
  outcome: { kind: 'rejected', by: 'exchange', reason: 'late (-1021)', cause: 'clock' },
});

const NOT_OF_THE_PLAN = 'REBALANCE_FAILED';
const SENT = ['OrderIntended'];

describe('an order goes out', () => {
  test.each<[string, DeploymentCommand[], unknown]>([
    ['as the plan sells', [intent('a', {})], SENT],
    ['not of another amount', [intent('a', { quantity: '0.2', notional: '200' })], NOT_OF_THE_PLAN],
    ['not of another coin', [intent('a', { coin: 'ETH' })], NOT_OF_THE_PLAN],
    ['not below its limit', [intent('a', { limitPrice: '1' })], NOT_OF_THE_PLAN],
    ['not under another name', [intent('a', { leg: 'sell-1' })], NOT_OF_THE_PLAN],
    ['not twice', [intent('a', {}), filled('a'), intent('b', {})], NOT_OF_THE_PLAN],
    ['once more where it was late', [intent('a', {}), late('a'), intent('b', { insteadOf: 'a' })], SENT],
    ['not instead of another', [intent('a', {}), late('a'), buy('b', { insteadOf: 'a' })], NOT_OF_THE_PLAN],
    ['as a buy of less than wanted', [buy('a')], SENT],
    ['as a buy of all that is wanted', [buy('a', { quantity: '2', notional: '200' })], SENT],
    ['not as a buy of more', [buy('a', { quantity: '2.1', notional: '210' })], NOT_OF_THE_PLAN],
    [
      'not as a buy whose limit is more than it says',
      [buy('a', { quantity: '1', notional: '100', limitPrice: '900' })],
      NOT_OF_THE_PLAN,
    ],
    ['not as a buy of what is not wanted', [buy('a', { coin: 'BTC' })], NOT_OF_THE_PLAN],
    ['as two buys that are wanted together', [buy('a'), filled('a'), buy('b', { leg: 'buy-1' })], SENT],
    [
      'not as two that are more together',
      [buy('a'), filled('a'), buy('b', { leg: 'buy-1', quantity: '1.1', notional: '110' })],
      NOT_OF_THE_PLAN,
    ],
  ])('%s', (_, commands, expected) => {
    expect(
      typesOf(after([created(), { type: 'SwitchOn', ...ids }, started(), planned, ...commands]).answer),
    ).toEqual(expected);
  });
});
