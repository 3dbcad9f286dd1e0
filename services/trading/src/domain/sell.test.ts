// A sell to USDT: allowed whenever its deployment has not ended, of its own coins only, and beyond every limit.
import type { Mandate } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import {
  after,
  created,
  ids,
  intended,
  NOW,
  PLAN_INPUTS,
  RESULT,
  rebalanceIds,
  started,
  typesOf,
} from '../../fixtures/deployment-story.ts';
import { type DeploymentCommand, decideDeployment } from './deployment.ts';
import { noticeOfEvent } from './notice-of-event.ts';
import { isStoppedFor } from './sell.ts';

const on: DeploymentCommand = { type: 'SwitchOn', ...ids };
const off: DeploymentCommand = { type: 'SwitchOff', ...ids };
const stop: DeploymentCommand = { type: 'StopDeployment', ...ids, reason: 'by-user' };
const pause: DeploymentCommand = { type: 'PauseDeployment', ...ids, reason: 'X', detail: 'why' };
const end: DeploymentCommand = { type: 'EndDeployment', ...ids, reason: 'replaced' };
const sell = started('sell');
const ended: DeploymentCommand = { type: 'EndRebalance', ...rebalanceIds, charged: 0, failure: null };
const failed: DeploymentCommand = {
  ...ended,
  failure: { code: 'EXCHANGE_UNAVAILABLE', detail: 'no answer' },
};

const valued = (price: string): DeploymentCommand => ({
  type: 'ReconcileAccount',
  ...ids,
  holdings: { BTC: '1' },
  prices: { BTC: price, USDT: '1' },
  unexplained: null,
});

const ordered = (side: 'buy' | 'sell', coin = 'BTC', notional = '100'): DeploymentCommand => {
  const command = intended('o1', notional) as Extract<DeploymentCommand, { type: 'IntendOrder' }>;
  return { ...command, order: { ...command.order, leg: `${side}-0`, side, coin } };
};

const planned = (skipped: readonly { coin: string; reason: string }[] = []): DeploymentCommand => ({
  type: 'PlanRebalance',
  ...rebalanceIds,
  seen: { holdings: { BTC: '1' }, prices: { BTC: '700', USDT: '1' } },
  data: {
    ...rebalanceIds,
    ...{ value: '1000', weights: { BTC: 0 }, prices: { BTC: '700' }, buys: [], wantedBuys: [] },
    sells: [
      { coin: 'BTC', side: 'sell', quantity: '0.1', price: '1000', notional: '100', limitPrice: '1010' },
    ],
    skipped: skipped.map((each) => ({ ...each, side: 'sell', notional: '5' })),
    ...{ drift: { before: {}, after: {} }, costAtMost: '0', dataTimestamp: NOW },
    ...{ decidedAt: NOW, inputs: PLAN_INPUTS },
  },
});

describe('a sell to USDT begins', () => {
  test.each<[string, DeploymentCommand[], DeploymentCommand, unknown]>([
    ['while its deployment trades', [created()], sell, ['RebalanceStarted']],
    ['while it is paused', [created(), pause], sell, ['RebalanceStarted']],
    ['once it is stopped', [created(), stop], sell, ['RebalanceStarted']],
    ['after its last day', [created({ expires_at: NOW })], sell, ['RebalanceStarted']],
    [
      'with its drawdown stop reached',
      [created({ drawdown_stop_percent: 20 }), valued('1000'), valued('700')],
      sell,
      ['RebalanceStarted'],
    ],
    [
      'of everything with auto-rebalance off',
      [created(), on],
      sell,
      ['AutoRebalanceSwitchedOff', 'RebalanceStarted'],
    ],
    [
      'of one coin with the switch as it is',
      [created(), on],
      started('sell', 'r1', ['BTC']),
      ['RebalanceStarted'],
    ],
    ['not of coins of others', [created()], started('sell', 'r1', ['ETH']), 'SELL_COINS_INVALID'],
    ['not of USDT', [created()], started('sell', 'r1', ['USDT']), 'SELL_COINS_INVALID'],
    ['not after the end', [created(), end], sell, 'DEPLOYMENT_ENDED'],
    ['not beside another rebalance', [created(), started('manual', 'r0')], sell, 'REBALANCE_IN_PROGRESS'],
    ['once for each id', [created(), sell], sell, []],
  ])('%s', (_, commands, command, expected) => {
    expect(typesOf(after([...commands, command]).answer)).toEqual(expected);
  });
});

describe('an order of a sell', () => {
  const limits: Partial<Mandate> = {
    order_max_usdt: 1,
    daily_turnover_max_usdt: 1,
    coins: [],
    expires_at: NOW,
  };
  test.each<[string, DeploymentCommand[], DeploymentCommand, unknown]>([
    ['is written beyond every limit', [created(limits), sell], ordered('sell'), ['OrderIntended']],
    ['is written while stopped', [created(), stop, sell], ordered('sell'), ['OrderIntended']],
    ['is written when a stop comes meanwhile', [created(), sell, stop], ordered('sell'), ['OrderIntended']],
    [
      'is written when it is switched off meanwhile',
      [created(), on, sell, off],
      ordered('sell'),
      ['OrderIntended'],
    ],
    ['is not written after the end', [created(), sell, end], ordered('sell'), 'DEPLOYMENT_ENDED'],
    ['never buys', [created(), sell], ordered('buy'), 'REBALANCE_FAILED'],
    ['never sells other coins', [created(), sell], ordered('sell', 'ETH'), 'REBALANCE_FAILED'],
  ])('%s', (_, commands, command, expected) => {
    expect(typesOf(after([...commands, command]).answer)).toEqual(expected);
  });

  test('waits while the outcome of an earlier order is unknown', () => {
    const second = {
      ...ordered('sell'),
      order: { ...(ordered('sell') as { order: object }).order, clientOrderId: 'o2' },
    };
    const { answer } = after([created(), sell, ordered('sell'), second as DeploymentCommand]);
    expect(typesOf(answer)).toBe('ORDER_OUTCOME_UNKNOWN');
  });
});

describe('the plan of a sell', () => {
  test('is not held up by the drawdown that is its reason', () => {
    const commands = [created({ drawdown_stop_percent: 20 }), valued('1000'), sell, planned()];
    expect(typesOf(after(commands).answer)).toEqual(['RebalancePlanned']);
  });
});

describe('a sell ends', () => {
  const answered = (commands: DeploymentCommand[]) => {
    const { answer } = after(commands);
    return 'refused' in answer
      ? answer
      : answer.map((event) => [event.type, noticeOfEvent(event)?.kind ?? null]);
  };
  const filled = (part: string): DeploymentCommand => ({
    type: 'RecordOutcome',
    ...rebalanceIds,
    clientOrderId: 'o1',
    outcome: { kind: 'closed', result: { ...RESULT, filled: part } },
  });

  test('quietly when all is sold, or the rest is too small', () => {
    const dust = planned([{ coin: 'BTC', reason: 'below-notional-min' }]);
    expect(answered([created(), sell, dust, ordered('sell'), filled('0.1'), ended])).toEqual([
      ['RebalanceCompleted', null],
    ]);
  });

  test('quietly when what was refused for its time is sold by the order that follows it', () => {
    const refused: DeploymentCommand = {
      type: 'RecordOutcome',
      ...rebalanceIds,
      clientOrderId: 'o1',
      outcome: { kind: 'rejected', by: 'exchange', cause: 'clock', reason: 'late (-1021)' },
    };
    const first = ordered('sell') as Extract<DeploymentCommand, { type: 'IntendOrder' }>;
    const again = { ...first, order: { ...first.order, clientOrderId: 'o2', insteadOf: 'o1' } };
    const sold = { ...filled('0.1'), clientOrderId: 'o2' } as DeploymentCommand;
    expect(answered([created(), sell, planned(), first, refused, again, sold, ended])).toEqual([
      ['RebalanceCompleted', null],
    ]);
  });

  test.each([
    ['an order fills in part', [planned(), ordered('sell'), filled('0.04')]],
    ['coins are locked', [planned([{ coin: 'BTC', reason: 'locked' }])]],
    ['the market is halted', [planned([{ coin: 'BTC', reason: 'no-market' }])]],
  ])('with a notice when %s', (_, commands) => {
    expect(answered([created(), sell, ...commands, ended])).toEqual([
      ['RebalanceCompleted', 'sell_unfinished'],
    ]);
  });

  test('with a notice when it fails, also while stopped', () => {
    expect(answered([created(), stop, sell, failed])).toEqual([['RebalanceFailed', 'sell_unfinished']]);
  });

  test('without counting as the first rebalance of the strategy', () => {
    expect(after([created(), sell, planned(), ended]).state).toMatchObject({ isInvested: false, open: null });
  });

  test('and is not begun again', () => {
    expect(after([created(), sell, planned(), ended, sell]).answer).toEqual([]);
  });
});

test.each<[string, string, number, number | undefined, boolean]>([
  ['holds', 'drawdown', 2, 2, true],
  ['that was followed by another one no longer holds', 'drawdown', 3, 2, false],
  ['that was followed by a stop by hand no longer holds', 'by-user', 3, 2, false],
])('a drawdown stop %s', (_, code, stops, stop, holds) => {
  expect(isStoppedFor({ status: 'stopped', reason: { code, detail: '' }, stops }, stop)).toBe(holds);
  expect(isStoppedFor({ status: 'active', reason: null, stops }, stop)).toBe(false);
});

describe('a drawdown stop', () => {
  const fallen = (mandate: Partial<Mandate>) =>
    after([created({ drawdown_stop_percent: 20, ...mandate }), valued('1000'), valued('700')]).answer;

  test('says that everything is sold where the mandate says so', () => {
    expect(fallen({ on_drawdown: 'sell' })).toContainEqual({
      type: 'DeploymentStopped',
      data: { ...ids, reason: 'drawdown', thenSell: true, stop: 1 },
    });
  });

  test('leaves the coins as they are otherwise', () => {
    expect(fallen({})).toContainEqual({ type: 'DeploymentStopped', data: { ...ids, reason: 'drawdown' } });
  });

  test('is decided again for a repeated look only while the deployment trades', () => {
    const { state } = after([created({ drawdown_stop_percent: 20 }), valued('1000'), valued('700')]);
    expect(typesOf(decideDeployment(valued('600'), state, NOW))).toEqual(['PortfolioValued']);
  });
});
