// A trader's keys and deployments: what takes a place, what replaces what, and what is refused.
import { DEPLOYMENTS_MAX, type Share, type TraderEvent } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import {
  decideTrader,
  deploymentOfChat,
  deploymentPlaceOf,
  hasLive,
  liveAt,
  percentTaken,
  type TraderCommand,
  traderAggregate,
} from './trader.ts';

const userId = 'ann';
const permissions = { read: true, trade: true, withdraw: false };

type Account = NonNullable<Extract<TraderCommand, { type: 'ConnectKeys' }>['account']>['is'];

const keys = (
  isTestnet = false,
  account: Account | null = 'same',
  unsettled: string | null = null,
): TraderCommand => ({
  type: 'ConnectKeys',
  account: account && { is: account, keyId: 'key-false' },
  unsettled,
  data: {
    userId,
    exchange: 'binance',
    keyId: `key-${isTestnet}`,
    isTestnet,
    permissions,
    clockOffsetMs: 3,
    isIpRestricted: true,
  },
});
const open = (deploymentId: string, chatId: string, mode: 'paper' | 'live' = 'paper'): TraderCommand => ({
  type: 'OpenDeployment',
  data: { userId, deploymentId, chatId, mode, exchange: 'binance' },
});

/** The state after commands, and what the last one was answered. */
const after = (...commands: TraderCommand[]) => {
  let state = traderAggregate.initial as Parameters<typeof decideTrader>[1];
  let answer: TraderEvent[] | { refused: string } = [];
  for (const command of commands) {
    answer = decideTrader(command, state);
    if (Array.isArray(answer)) state = answer.reduce(traderAggregate.evolve, state);
  }
  return { state, answer };
};

describe('a deployment', () => {
  test('takes the place of the one that its chat had', () => {
    const { state, answer } = after(open('d1', 'chat'), open('d2', 'chat'));
    expect(answer).toMatchObject([{ type: 'DeploymentOpened', data: { replaces: 'd1' } }]);
    expect(deploymentOfChat(state, 'chat')).toBe('d2');
    expect(state).toMatchObject({ deployments: { d2: { isOpen: true } }, replaced: ['d1'] });
    const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd1', stops: 1 };
    expect(after(open('d1', 'chat'), open('d2', 'chat'), closed).state.replaced).toEqual([]);
  });

  test('goes live only with keys, and one at an exchange', () => {
    expect(after(open('d1', 'chat', 'live')).answer).toEqual({ refused: 'API_KEYS_REQUIRED' });
    expect(after(keys(), open('d1', 'a', 'live'), open('d2', 'b', 'live')).answer).toEqual({
      refused: 'LIVE_DEPLOYMENT_ACTIVE',
    });
    expect(after(keys(), open('d1', 'a', 'live'), open('d2', 'a', 'live')).answer).toHaveLength(1);
  });

  describe('with a share of the account', () => {
    const shared = (deploymentId: string, share?: Share, others?: readonly string[]): TraderCommand => ({
      type: 'OpenDeployment',
      data: {
        ...{ userId, deploymentId, chatId: `chat-${deploymentId}`, mode: 'live', exchange: 'binance' },
        ...(share && { share }),
      },
      ...(others && { others }),
    });
    const stop = (deploymentId: string): TraderCommand => ({
      ...{ type: 'CloseDeployment', userId, deploymentId, stops: 1 },
    });
    const resume = (deploymentId: string): TraderCommand => ({
      ...{ type: 'ReopenDeployment', userId, deploymentId, stops: 1 },
    });
    const [amount, quarter] = [{ usdt: 500 }, { percent: 25 }] as const;

    test.each<[string, TraderCommand[], string]>([
      ['none next to the whole account', [shared('d1'), shared('d2', amount)], 'LIVE_DEPLOYMENT_ACTIVE'],
      ['nor the whole account next to it', [shared('d1', amount), shared('d2')], 'LIVE_DEPLOYMENT_ACTIVE'],
      ['100 % together', [shared('d1', { percent: 80 }), shared('d2', quarter)], 'SHARE_PERCENT_TAKEN'],
      [
        'nor more by resuming',
        [shared('d1', { percent: 80 }), stop('d1'), shared('d2', quarter), resume('d1')],
        'SHARE_PERCENT_TAKEN',
      ],
      [
        'none that was counted before another one began',
        [shared('d1', amount), shared('d2', amount, ['d1']), shared('d3', amount, ['d1'])],
        'CONCURRENT_CHANGE',
      ],
    ])('%s', (_, commands, refused) => {
      expect(after(keys(), ...commands).answer).toMatchObject({ refused });
    });

    test('trades next to others', () => {
      const three = [shared('d1', amount), shared('d2', quarter), shared('d3', { percent: 75 })];
      const { state } = after(keys(), ...three);
      expect(hasLive(state, 'binance')).toBe(true);
      expect(liveAt(state, 'binance').map(([id]) => id)).toEqual(['d1', 'd2', 'd3']);
      expect(percentTaken(liveAt(state, 'binance').map(([, place]) => place))).toBe(100);
    });

    test('comes after the others once it is resumed', () => {
      const { state } = after(keys(), shared('d1', amount), shared('d2', amount), stop('d1'), resume('d1'));
      expect(deploymentPlaceOf(state, 'd1')?.rank).toBeGreaterThan(deploymentPlaceOf(state, 'd2')?.rank ?? 0);
    });
  });

  test('on paper is one of five at most', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((chat) => open(`d-${chat}`, chat));
    expect(after(...five, open('d6', 'f')).answer).toMatchObject({ refused: 'TOO_MANY_PAPER_DEPLOYMENTS' });
    const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd-a', stops: 1 };
    expect(after(...five, closed, open('d6', 'f')).answer).toHaveLength(1);
  });

  test('is one of a hundred at most that trade or can be resumed', () => {
    const closed = (deploymentId: string, isEnded: boolean): TraderCommand => ({
      ...{ type: 'CloseDeployment', userId, deploymentId, stops: 1, ...(isEnded && { isEnded }) },
    });
    const hundred = Array.from({ length: DEPLOYMENTS_MAX }, (_, n) => `d${n}`);
    const stopped = hundred.flatMap((id) => [open(id, id), closed(id, false)]);
    expect(after(...stopped, open('another', 'new')).answer).toEqual({
      ...{ refused: 'TOO_MANY_DEPLOYMENTS', data: { limit: DEPLOYMENTS_MAX } },
    });
    expect(after(...stopped, open('another', 'd0')).answer).toHaveLength(1);
    const endedOne: TraderCommand = { ...closed('d0', true), stops: 2 } as TraderCommand;
    expect(after(...stopped, endedOne, open('another', 'new')).answer).toHaveLength(1);
  });

  test('that had ended before its end was noted counts no more once it is, and that is noted once', () => {
    const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd0', stops: 1 };
    const ended = { ...closed, isEnded: true } as const;
    const hundred = Array.from({ length: DEPLOYMENTS_MAX }, (_, n) => `d${n}`);
    const old = hundred.flatMap((id) => [open(id, id), { ...closed, deploymentId: id }]);
    expect(after(...old, ended).answer).toMatchObject([
      { type: 'DeploymentClosed', data: { isEnded: true } },
    ]);
    expect(after(...old, ended, open('another', 'new')).answer).toHaveLength(1);
    expect(after(...old, ended, ended).answer).toEqual([]);
  });

  test('that was stopped comes back only where its place is free', () => {
    const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd1', stops: 1 };
    const reopened: TraderCommand = { type: 'ReopenDeployment', userId, deploymentId: 'd1', stops: 1 };
    expect(after(keys(), open('d1', 'a', 'live'), closed, reopened).answer).toMatchObject([
      { type: 'DeploymentReopened' },
    ]);
    expect(after(keys(), open('d1', 'a', 'live'), closed, open('d2', 'b', 'live'), reopened).answer).toEqual({
      refused: 'LIVE_DEPLOYMENT_ACTIVE',
    });
  });

  test.each(['constructor', '__proto__', 'toString'])('is not found by the name %s', (deploymentId) => {
    const reopened: TraderCommand = { type: 'ReopenDeployment', userId, deploymentId, stops: 1 };
    expect(after(keys(), reopened).answer).toEqual({ refused: 'DEPLOYMENT_ENDED' });
  });
});

describe('keys', () => {
  test('are replaced, but not by those of a testnet while a deployment trades', () => {
    expect(after(keys(), keys(true)).answer).toMatchObject([{ data: { replaces: 'key-false' } }]);
    expect(after(keys(), open('d1', 'a', 'live'), keys(true)).answer).toEqual({ refused: 'API_KEYS_IN_USE' });
    expect(after(keys(), open('d1', 'a', 'live'), keys()).answer).toHaveLength(1);
  });

  // spec: trading.59
  test.each([
    ['another', 'API_KEYS_OF_ANOTHER_ACCOUNT'],
    ['unknown', 'API_KEYS_ACCOUNT_UNKNOWN'],
  ] as const)(
    'of %s account are refused while a deployment trades, and taken after its stop',
    (account, refused) => {
      const live = [keys(), open('d1', 'a', 'live')];
      expect(after(...live, keys(false, account)).answer).toEqual({ refused });
      const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd1', stops: 1 };
      expect(after(...live, closed, keys(false, account)).answer).toHaveLength(1);
      expect(after(keys(), open('d1', 'a'), keys(false, account)).answer).toHaveLength(1);
    },
  );

  test('that were compared with none, or with others than those in use, have to be compared while a deployment trades', () => {
    const again = { refused: 'CONCURRENT_CHANGE' };
    const live = [keys(), open('d1', 'a', 'live')];
    expect(after(...live, keys(false, null)).answer).toEqual(again);
    expect(after(keys(), keys(false, null, 'o1')).answer).toEqual(again);
    expect(after(keys(true), open('d1', 'a', 'live'), keys()).answer).toEqual(again);
    expect(after(keys(), keys(false, null)).answer).toHaveLength(1);
  });

  // spec: trading.30
  test('stay those of the account where an order is in doubt, though nothing trades', () => {
    const refused = { refused: 'API_KEYS_NEEDED_FOR_ORDER', data: { order: 'o1' } };
    expect(after(keys(), keys(false, 'another', 'o1')).answer).toEqual(refused);
    expect(after(keys(), keys(true, 'same', 'o1')).answer).toEqual(refused);
    expect(after(keys(), keys(false, 'same', 'o1')).answer).toHaveLength(1);
    const remove: TraderCommand = { type: 'RemoveKeys', userId, exchange: 'binance', unsettled: 'o1' };
    expect(after(keys(), remove).answer).toEqual(refused);
  });

  test('go when nothing trades with them', () => {
    const remove: TraderCommand = { type: 'RemoveKeys', userId, exchange: 'binance', unsettled: null };
    expect(after(remove).answer).toEqual({ refused: 'API_KEYS_NOT_FOUND' });
    expect(after(keys(), open('d1', 'a', 'live'), remove).answer).toEqual({ refused: 'API_KEYS_IN_USE' });
    expect(
      after(keys(), { type: 'RemoveKeys', userId, exchange: 'constructor', unsettled: null }).answer,
    ).toEqual({
      refused: 'API_KEYS_NOT_FOUND',
    });
    expect(after(keys(), remove).answer).toMatchObject([{ type: 'KeysRemoved' }]);
  });
});

test('stop-all closes the places of what was stopped, and a deleted account opens none', () => {
  const stopAll: TraderCommand = { type: 'StopTrading', userId, stopped: { d1: 1, d2: 3 } };
  const { state, answer } = after(open('d1', 'a'), open('d2', 'b'), stopAll);
  expect(answer).toMatchObject([
    { type: 'TradingStopped', data: { deploymentIds: ['d1', 'd2'], stops: [1, 3] } },
  ]);
  expect(deploymentPlaceOf(state, 'd2')).toMatchObject({ isOpen: false, stops: 3 });
  const erase = (ended: string[]): TraderCommand => ({ type: 'EraseTrader', userId, ended });
  expect(after(erase([]), open('d3', 'a')).answer).toEqual({ refused: 'UNAUTHORIZED' });
  expect(after(open('d1', 'a'), open('d2', 'a'), erase(['d2'])).answer).toEqual({
    refused: 'CONCURRENT_CHANGE',
  });
  expect(after(open('d1', 'a'), open('d2', 'a'), erase(['d1', 'd2'])).answer).toHaveLength(1);
});

describe('a place', () => {
  const place = (type: 'CloseDeployment' | 'ReopenDeployment', stops: number): TraderCommand => ({
    ...{ type, userId, deploymentId: 'd1', stops },
  });

  test.each<[string, TraderCommand[], boolean]>([
    [
      'is not closed for a stop of before it was reopened',
      [place('ReopenDeployment', 1), place('CloseDeployment', 1)],
      true,
    ],
    ['is closed for a later one', [place('ReopenDeployment', 1), place('CloseDeployment', 2)], false],
    [
      'is not reopened for an earlier one',
      [place('CloseDeployment', 2), place('ReopenDeployment', 1)],
      false,
    ],
  ])('%s', (_, commands, isOpen) => {
    expect(deploymentPlaceOf(after(open('d1', 'a'), ...commands).state, 'd1')?.isOpen).toBe(isOpen);
  });
});
