// A user hears about everything that matters, a bounded number of times a day.
import { type DeploymentEvent, isRefusal, type NoticeEvent, type NoticeKind } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { ids } from '../../fixtures/deployment-story.ts';
import { noticeOfEvent } from './notice-of-event.ts';
import {
  decideNotices,
  MAILS_PER_DAY,
  NOTICES_PER_DAY,
  type NoticeCommand,
  type Notices,
  noticesAggregate,
  secretIdsAt,
} from './notices.ts';

const userId = 'ann';
const NOON = '2026-03-01T12:00:00.000Z';
const WEBHOOK: NoticeCommand = {
  ...{ type: 'SetChannels', userId, isMailOn: true },
  ...{ webhookUrl: 'https://example.com/hook', newSecretId: 's1' },
};
const OFF: NoticeCommand = { ...WEBHOOK, isMailOn: false, webhookUrl: null };

const raised = (noticeId: string, kind: NoticeKind = 'paused'): NoticeCommand => ({
  ...{ type: 'RaiseNotice', userId, noticeId, kind, deploymentId: 'd1', detail: '' },
});

const after = (commands: readonly NoticeCommand[], now = NOON, from: Notices = noticesAggregate.initial) => {
  let state = from;
  let events: readonly NoticeEvent[] = [];
  let refused: string | null = null;
  for (const command of commands) {
    const decided = decideNotices(command, state, now);
    refused = isRefusal(decided) ? decided.refused : null;
    events = isRefusal(decided) ? [] : decided;
    state = events.reduce(noticesAggregate.evolve, state);
  }
  return { state, events, refused };
};

const many = (count: number) => Array.from({ length: count }, (_, index) => raised(`n${index}`));

describe('a notice', () => {
  test('goes by mail from the beginning, and to the webhook once there is one', () => {
    expect(after([raised('n1')]).events).toMatchObject([{ data: { channels: ['mail'] } }]);
    expect(after([WEBHOOK, raised('n1')]).events).toMatchObject([
      { data: { channels: ['mail', 'webhook'] } },
    ]);
    expect(after([OFF, raised('n1')]).events).toMatchObject([{ data: { channels: [] } }]);
  });

  test('is raised once, however often its event is handled', () => {
    expect(after([raised('n1'), raised('n1')]).events).toEqual([]);
  });

  // spec: trading.39
  test('is not mailed beyond the limit of a day, and is again the day after', () => {
    const full = after([WEBHOOK, ...many(MAILS_PER_DAY), raised('more')]);
    expect(full.events).toMatchObject([{ data: { channels: ['webhook'], leftOut: ['mail'] } }]);
    const next = after([raised('tomorrow')], '2026-03-02T00:00:00.000Z', full.state);
    expect(next.events).toMatchObject([{ data: { channels: ['mail', 'webhook'] } }]);
  });

  test('is not sent anywhere beyond the larger limit', () => {
    const full = after([WEBHOOK, ...many(NOTICES_PER_DAY)]).state;
    expect(after([raised('more')], NOON, full)).toMatchObject({ events: [], refused: null });
    expect(after([raised('more', 'test')], NOON, full).refused).toBe('TOO_MANY_NOTICES');
  });

  test('to try it needs a place to go', () => {
    expect(after([OFF, raised('n1', 'test')]).refused).toBe('NOTICES_OFF');
  });

  test('that has arrived stays delivered', () => {
    const attempt = (outcome: 'delivered' | 'retrying', attempt: number): NoticeCommand => ({
      ...{ type: 'RecordAttempt', userId, noticeId: 'n1', channel: 'webhook', outcome, detail: '', attempt },
    });
    const attempts = [
      WEBHOOK,
      raised('n1'),
      attempt('retrying', 1),
      attempt('delivered', 2),
      attempt('retrying', 3),
    ];
    expect(after(attempts).state.newest[0]?.attempted.webhook).toMatchObject({
      outcome: 'delivered',
      attempt: 2,
    });
  });
});

describe('the secret of a webhook', () => {
  const ROTATE: NoticeCommand = { type: 'RotateSecret', userId, newSecretId: 's2' };

  test('comes with the first address and stays with the next ones', () => {
    expect(after([ROTATE]).refused).toBe('WEBHOOK_MISSING');
    const moved = after([WEBHOOK, { ...WEBHOOK, webhookUrl: 'https://example.org/', newSecretId: 's9' }]);
    expect(secretIdsAt(moved.state, NOON)).toEqual(['s1']);
  });

  test('that was replaced signs for one more day', () => {
    const { state } = after([WEBHOOK, ROTATE]);
    expect(secretIdsAt(state, '2026-03-02T11:59:59.000Z')).toEqual(['s2', 's1']);
    expect(secretIdsAt(state, '2026-03-02T12:00:00.000Z')).toEqual(['s2']);
  });
});

const failed = (reason: string): DeploymentEvent =>
  ({
    type: 'RebalanceFailed',
    data: { ...ids, rebalanceId: 'r1', charged: 0, reason, detail: '' },
  }) as DeploymentEvent;
const paused = (reason: string): DeploymentEvent => ({
  type: 'DeploymentPaused',
  data: { ...ids, reason, detail: 'why' },
});
const changed = (changes: number): DeploymentEvent => ({
  type: 'AccountReconciled',
  data: {
    ...ids,
    holdings: {},
    changes: Array.from({ length: changes }, () => ({
      ...{ asset: 'BTC', expected: '0', actual: '1', valueUsdt: 12 },
    })),
  },
});

test.each<[string, DeploymentEvent, NoticeKind | null]>([
  ['a pause', paused('ORDER_OUTCOME_UNKNOWN'), 'paused'],
  ['refused keys', paused('API_KEYS_WRONG'), 'keys_refused'],
  ['keys refused in a rebalance', failed('API_KEYS_WRONG'), 'keys_refused'],
  ['an expired mandate', paused('MANDATE_EXPIRED'), 'mandate_expired'],
  ['a mandate that expires meanwhile', failed('MANDATE_EXPIRED'), 'mandate_expired'],
  [
    'a drawdown near the stop',
    { type: 'DrawdownWarned', data: { ...ids, drawdownPercent: 8 } },
    'drawdown_warning',
  ],
  ['the drawdown stop', { type: 'DeploymentStopped', data: { ...ids, reason: 'drawdown' } }, 'drawdown_stop'],
  [
    'the switch that stops all',
    { type: 'DeploymentStopped', data: { ...ids, reason: 'by-user', withAll: true } },
    'kill_switch',
  ],
  [
    'the lock of the account',
    { type: 'DeploymentStopped', data: { ...ids, reason: 'account-locked', withAll: true } },
    'kill_switch',
  ],
  ['the kill switch', { type: 'DeploymentStopped', data: { ...ids, reason: 'by-user' } }, 'kill_switch'],
  ['a failed rebalance', failed('STRATEGY_FAILED'), 'rebalance_failed'],
  ['too few credits', failed('INSUFFICIENT_CREDITS'), 'credits_too_low'],
  ['credits that are owed', failed('CREDITS_OWED'), 'credits_owed'],
  ['a change from outside', changed(1), 'external_change'],
  ['a look at an account that is as it should be', changed(0), null],
  ['the failure next to a pause', failed('ORDER_OUTCOME_UNKNOWN'), null],
  ['the failure next to a stop', failed('DEPLOYMENT_STOPPED'), null],
  ['auto-rebalance switched off', { type: 'AutoRebalanceSwitchedOff', data: ids }, null],
])('%s', (_, event, kind) => {
  expect(noticeOfEvent(event)?.kind ?? null).toBe(kind);
});

test('places that are set as they are already are not set again', () => {
  expect(after([WEBHOOK]).events).toHaveLength(1);
  expect(after([WEBHOOK, { ...WEBHOOK, newSecretId: 's2' } as NoticeCommand]).events).toEqual([]);
  expect(after([WEBHOOK, OFF]).events).toHaveLength(1);
});
