// Rebalances: one at a time, no order that is not allowed, every order with one outcome, a lock that always opens.
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
import { type Outcome, plannedSells } from './rebalance.ts';

const outcome = (what: Outcome, clientOrderId = 'o1'): DeploymentCommand => ({
  type: 'RecordOutcome',
  ...rebalanceIds,
  clientOrderId,
  outcome: what,
});
const ended: DeploymentCommand = {
  type: 'EndRebalance',
  ...rebalanceIds,
  charged: 50_000_000,
  failure: null,
};
const unknown = outcome({ kind: 'unknown', reason: 'time-out' });
const on: DeploymentCommand = { type: 'SwitchOn', ...ids };
const LATER = '2026-03-01T12:00:00.001Z';
const off: DeploymentCommand = { type: 'SwitchOff', ...ids };
const stop: DeploymentCommand = { type: 'StopDeployment', ...ids, reason: 'by-user' };
const pause: DeploymentCommand = { type: 'PauseDeployment', ...ids, reason: 'X', detail: 'why' };

describe('auto-rebalance is switched on', () => {
  // spec: trading.54
  test.each<[string, DeploymentCommand[], unknown]>([
    ['where it may trade', [created()], ['AutoRebalanceSwitchedOn']],
    ['not while paused', [created(), pause], 'DEPLOYMENT_PAUSED'],
    ['not once stopped', [created(), stop], 'DEPLOYMENT_STOPPED'],
    ['not beyond its mandate', [created({ expires_at: NOW })], 'MANDATE_EXPIRED'],
  ])('%s', (_, commands, expected) => {
    expect(typesOf(after([...commands, on]).answer)).toEqual(expected);
  });
});

describe('a rebalance begins', () => {
  test.each<[string, DeploymentCommand[], unknown]>([
    ['at its user’s request', [created(), started()], ['RebalanceStarted']],
    ['by itself when it is on', [created(), on, started('scheduled')], ['RebalanceStarted']],
    ['not by itself when it is off', [created(), started('scheduled')], 'AUTO_REBALANCE_OFF'],
    [
      'not while another one is under way',
      [created(), started(), started('manual', 'r2')],
      'REBALANCE_IN_PROGRESS',
    ],
    ['once for each id', [created(), started(), started()], []],
    ['not again after its end', [created(), started(), ended, started()], []],
    ['not while paused', [created(), pause, started()], 'DEPLOYMENT_PAUSED'],
    ['not once stopped', [created(), stop, started()], 'DEPLOYMENT_STOPPED'],
    ['not beyond its mandate', [created({ expires_at: NOW }), started()], 'MANDATE_EXPIRED'],
    ['not where there is no deployment', [started()], 'DEPLOYMENT_NOT_FOUND'],
  ])('%s', (_, commands, expected) => {
    expect(typesOf(after(commands).answer)).toEqual(expected);
  });

  test('and is paused where its schedule finds the mandate expired', () => {
    const { state } = after([created({ expires_at: LATER }), on]);
    expect(typesOf(decideDeployment(started('scheduled'), state, LATER))).toEqual(['DeploymentPaused']);
  });
});

describe('an order', () => {
  // spec: trading.11
  test.each<[string, DeploymentCommand[], unknown]>([
    ['is on disk before it is sent', [intended()], ['OrderIntended']],
    ['is intended once', [intended(), intended()], []],
    ['is held up by stop', [stop, intended()], 'DEPLOYMENT_STOPPED'],
    ['is held up by a pause', [pause, intended()], 'DEPLOYMENT_PAUSED'],
    ['waits for the outcome of the one before', [intended(), intended('o2')], 'ORDER_OUTCOME_UNKNOWN'],
    ['is not sent after an unknown one', [intended(), unknown, intended('o2')], 'ORDER_OUTCOME_UNKNOWN'],
    [
      'is sent once the unknown one was looked up',
      [intended(), unknown, outcome({ kind: 'not-found' }), intended('o2')],
      ['OrderIntended'],
    ],
    ['belongs to the rebalance under way', [ended, intended()], 'REBALANCE_FAILED'],
  ])('%s', (_, commands, expected) => {
    expect(typesOf(after([created(), started(), ...commands]).answer)).toEqual(expected);
  });

  test.each<[string, DeploymentCommand[]]>([
    ['of a scheduled rebalance', [on, started('scheduled'), off]],
    ['of a rebalance by hand while auto-rebalance is on', [on, started(), off]],
    ['of a rebalance by hand without auto-rebalance', [started(), off]],
    ['also when auto-rebalance is on again', [on, started('scheduled'), off, on]],
  ])('%s is held up by off', (_, commands) => {
    expect(typesOf(after([created(), ...commands, intended()]).answer)).toBe('AUTO_REBALANCE_OFF');
  });

  test('of the next rebalance by hand is sent though auto-rebalance is off', () => {
    const next = [started('manual', 'r2'), intended('o2', '100', 'r2')];
    expect(typesOf(after([created(), on, started(), off, ended, ...next]).answer)).toEqual(['OrderIntended']);
  });

  test('counts in the day’s turnover, with what was really traded once that is known', () => {
    const half = { ...RESULT, filled: '0.05', quoteFilled: '50' };
    const first = [created({ daily_turnover_max_usdt: 152 }), started(), intended()];
    expect(
      typesOf(after([...first, outcome({ kind: 'closed', result: half }), intended('o2')]).answer),
    ).toEqual(['OrderIntended']);
    expect(
      typesOf(after([...first, outcome({ kind: 'closed', result: RESULT }), intended('o2')]).answer),
    ).toBe('MANDATE_TURNOVER');
  });
});

describe('an outcome', () => {
  const sent = [created(), started(), intended()];
  test.each<[string, Outcome[], unknown]>([
    ['filled', [{ kind: 'closed', result: RESULT }], ['OrderFilled']],
    ['filled in part', [{ kind: 'closed', result: { ...RESULT, filled: '0.05' } }], ['OrderPartlyFilled']],
    ['rejected', [{ kind: 'rejected', by: 'exchange', reason: 'balance' }], ['OrderRejected']],
    [
      'unknown, then found',
      [
        { kind: 'unknown', reason: 'x' },
        { kind: 'found', result: RESULT },
      ],
      ['OrderResolved'],
    ],
    [
      'reported twice',
      [
        { kind: 'closed', result: RESULT },
        { kind: 'closed', result: RESULT },
      ],
      [],
    ],
    [
      'unknown twice',
      [
        { kind: 'unknown', reason: 'x' },
        { kind: 'unknown', reason: 'x' },
      ],
      [],
    ],
    ['filled late', [{ kind: 'not-found' }, { kind: 'found', result: RESULT }], ['OrderResolved']],
  ])('%s', (_, outcomes, expected) => {
    expect(typesOf(after([...sent, ...outcomes.map((one) => outcome(one))]).answer)).toEqual(expected);
  });

  test('changes the books by the fill and its fee, to the last digit', () => {
    const holdings = { USDT: '1000.12345678', BTC: '0.00000001' };
    const seen: DeploymentCommand = {
      type: 'ReconcileAccount',
      ...ids,
      holdings,
      prices: { USDT: '1', BTC: '1000' },
      unexplained: null,
    };
    const { state } = after([
      created(),
      seen,
      started(),
      intended(),
      outcome({ kind: 'closed', result: RESULT }),
    ]);
    expect(state.holdings).toEqual({ USDT: '900.12345678', BTC: '0.09990001' });
  });
});

describe('an order that had ended', () => {
  const half = { ...RESULT, filled: '0.05', quoteFilled: '50', fees: {} };
  const begun: DeploymentCommand[] = [
    created(),
    {
      type: 'ReconcileAccount',
      ...ids,
      holdings: { USDT: '1000' },
      prices: { USDT: '1' },
      unexplained: null,
    },
    started(),
    intended(),
  ];
  const late = outcome({ kind: 'found', result: { ...RESULT, fees: {} } });

  // spec: trading.46
  test.each<[string, Outcome, string]>([
    ['filled in part', { kind: 'closed', result: half }, '0.05'],
    ['rejected', { kind: 'rejected', by: 'exchange', reason: 'x' }, '0.1'],
    ['not found', { kind: 'not-found' }, '0.1'],
  ])('%s may be filled later: it says how much, and the books have it', (_, first, filled) => {
    const { state, answer } = after([...begun, outcome(first), ended, late]);
    expect(answer).toMatchObject([
      {
        type: 'OrderResolved',
        data: { rebalanceId: 'r1', late: { coin: 'BTC', side: 'buy', filled }, outcome: { filled: '0.1' } },
      },
    ]);
    expect(state).toMatchObject({ holdings: { USDT: '900', BTC: '0.1' }, orders: {} });
    expect(typesOf(after([...begun, outcome(first), ended, late, late]).answer)).toEqual([]);
  });

  test('whole is not remembered, and of others the newest twenty', () => {
    const rebalances = Array.from({ length: 30 }, (_, index) => `r${index + 1}`).flatMap(
      (rebalanceId): DeploymentCommand[] => [
        started('manual', rebalanceId),
        intended(`o-${rebalanceId}`, '1', rebalanceId),
        { ...outcome({ kind: 'not-found' }, `o-${rebalanceId}`), rebalanceId } as DeploymentCommand,
        { ...ended, rebalanceId } as DeploymentCommand,
      ],
    );
    const { state } = after([created(), ...rebalances]);
    expect(Object.keys(state.orders)).toEqual(Array.from({ length: 20 }, (_, index) => `o-r${index + 11}`));
    expect(after([...begun, outcome({ kind: 'closed', result: RESULT }), ended]).state.orders).toEqual({});
  });
});

describe('its end', () => {
  test('opens the lock', () => {
    const { state } = after([created(), started(), ended]);
    expect(state.open).toBeNull();
  });

  test('is a failure when the exchange took none of its orders, and none when it took one', () => {
    const refused = [
      created(),
      started(),
      intended(),
      outcome({ kind: 'rejected', by: 'exchange', reason: 'x' }),
    ];
    expect(after([...refused, ended]).answer).toMatchObject([
      { type: 'RebalanceFailed', data: { reason: 'ORDERS_REFUSED' } },
    ]);
    const taken = [intended('o2'), outcome({ kind: 'closed', result: RESULT }, 'o2'), ended];
    expect(typesOf(after([...refused, ...taken]).answer)).toEqual(['RebalanceCompleted']);
  });

  test('pauses the deployment while the outcome of an order is unknown, and remembers the order', () => {
    const { state, answer } = after([created(), started(), intended(), unknown, ended]);
    expect(typesOf(answer)).toEqual(['DeploymentPaused', 'RebalanceFailed']);
    expect(state).toMatchObject({ status: 'paused', open: null, orders: { o1: { status: 'unknown' } } });
  });
});

describe('a drawdown stop that prices reach between the look and the plan', () => {
  const [holdings, account] = [{ BTC: '1' }, { ...ids, unexplained: null }];
  const sell = {
    coin: 'BTC',
    side: 'sell',
    quantity: '0.5',
    price: '860',
    notional: '430',
    limitPrice: '851.4',
  } as const;
  const plan = {
    ...{ ...rebalanceIds, value: '860', weights: { BTC: 0.5 }, prices: { USDT: '1', BTC: '860' } },
    ...{ sells: [sell], buys: [], wantedBuys: [], skipped: [], drift: { before: {}, after: {} } },
    ...{ costAtMost: '0', dataTimestamp: NOW, decidedAt: NOW, inputs: PLAN_INPUTS },
  };
  const SEEN = { holdings, prices: plan.prices };
  const begun: DeploymentCommand[] = [
    created({ drawdown_stop_percent: 7 }),
    { type: 'ReconcileAccount', ...account, holdings, prices: { USDT: '1', BTC: '1000' } },
    started(),
  ];
  const planned = (seen: { holdings: Record<string, string>; prices: Record<string, string> }) =>
    after([...begun, { type: 'PlanRebalance', ...rebalanceIds, data: plan, seen }]);

  // spec: trading.21
  test('holds up the plan, and stops', () => {
    const { state, answer } = planned(SEEN);
    expect(typesOf(answer)).toEqual(['PortfolioValued', 'DeploymentStopped']);
    expect(state.open?.plan).toBeNull();
  });

  test('sells nothing, also when it is resumed before the plan is requested again', () => {
    const planning = { type: 'PlanRebalance', ...rebalanceIds, data: plan, seen: SEEN } as const;
    const resumed: DeploymentCommand = { type: 'ResumeDeployment', ...ids, stops: 1 };
    const { state } = after([...begun, planning, resumed]);
    expect(state.status).toBe('active');
    expect(plannedSells(state, 'r1')).toEqual({ refused: 'DEPLOYMENT_STOPPED' });
    expect(plannedSells(after([...begun, planning]).state, 'r1')).toEqual({ refused: 'DEPLOYMENT_STOPPED' });
    const fine = { ...planning, seen: { holdings, prices: { USDT: '1', BTC: '1000' } } };
    expect(plannedSells(after([...begun, fine]).state, 'r1')).toEqual(plan.sells);
  });

  test('is not reached by a withdrawal, nor by a price that is missing', () => {
    const half = { holdings: { BTC: '0.5' }, prices: { USDT: '1', BTC: '1000' } };
    expect(typesOf(planned(half).answer)).toEqual(['RebalancePlanned']);
    expect(typesOf(planned({ holdings, prices: { USDT: '1' } }).answer)).toEqual(['RebalancePlanned']);
  });
});

test('the last rebalance is one that came to its end, or failed after the exchange had taken an order', () => {
  const failed: DeploymentCommand = { ...ended, charged: 0, failure: { code: 'X', detail: 'why' } };
  const lastOf = (...commands: DeploymentCommand[]) => after([created(), started(), ...commands]).state;
  expect(lastOf(failed)).toMatchObject({ lastRebalanceAt: null, lastBarClose: null });
  expect(lastOf(ended)).toMatchObject({ lastRebalanceAt: NOW, lastBarClose: NOW });
  expect(lastOf(intended(), outcome({ kind: 'not-found' }), failed).lastRebalanceAt).toBeNull();
  const refused = outcome({ kind: 'rejected', by: 'us', reason: 'x' });
  expect(lastOf(intended(), refused, failed).lastRebalanceAt).toBeNull();
  // It has traded, but not all that was decided on its bar.
  const halfWay = lastOf(intended(), outcome({ kind: 'closed', result: RESULT }), failed);
  expect(halfWay).toMatchObject({ lastRebalanceAt: NOW, lastBarClose: null });
});
