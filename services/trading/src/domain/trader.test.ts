// A trader's keys and deployments: what takes a place, what replaces what, and what is refused.
import type { TraderEvent } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import {
  decideTrader,
  deploymentOfChat,
  openDeployments,
  type TraderCommand,
  traderAggregate,
} from './trader.ts';

const userId = 'ann';
const permissions = { read: true, trade: true, withdraw: false };

type Account = Extract<TraderCommand, { type: 'ConnectKeys' }>['account'];

const keys = (isTestnet = false, account: Account = 'same'): TraderCommand => ({
  type: 'ConnectKeys',
  account,
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
    expect(openDeployments(state)).toEqual(['d2']);
  });

  test('goes live only with keys, and one at an exchange', () => {
    expect(after(open('d1', 'chat', 'live')).answer).toEqual({ refused: 'API_KEYS_REQUIRED' });
    expect(after(keys(), open('d1', 'a', 'live'), open('d2', 'b', 'live')).answer).toEqual({
      refused: 'LIVE_DEPLOYMENT_ACTIVE',
    });
    expect(after(keys(), open('d1', 'a', 'live'), open('d2', 'a', 'live')).answer).toHaveLength(1);
  });

  test('on paper is one of five at most', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((chat) => open(`d-${chat}`, chat));
    expect(after(...five, open('d6', 'f')).answer).toMatchObject({ refused: 'TOO_MANY_PAPER_DEPLOYMENTS' });
    const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd-a' };
    expect(after(...five, closed, open('d6', 'f')).answer).toHaveLength(1);
  });

  test('that was stopped comes back only where its place is free', () => {
    const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd1' };
    const reopened: TraderCommand = { type: 'ReopenDeployment', userId, deploymentId: 'd1' };
    expect(after(keys(), open('d1', 'a', 'live'), closed, reopened).answer).toMatchObject([
      { type: 'DeploymentReopened' },
    ]);
    expect(after(keys(), open('d1', 'a', 'live'), closed, open('d2', 'b', 'live'), reopened).answer).toEqual({
      refused: 'LIVE_DEPLOYMENT_ACTIVE',
    });
  });

  test.each(['constructor', '__proto__', 'toString'])('is not found by the name %s', (deploymentId) => {
    const reopened: TraderCommand = { type: 'ReopenDeployment', userId, deploymentId };
    expect(after(keys(), reopened).answer).toEqual({ refused: 'DEPLOYMENT_ENDED' });
  });
});

describe('keys', () => {
  test('are replaced, but not by those of a testnet while a deployment trades', () => {
    expect(after(keys(), keys(true)).answer).toMatchObject([{ data: { replaces: 'key-false' } }]);
    expect(after(keys(), open('d1', 'a', 'live'), keys(true)).answer).toEqual({ refused: 'API_KEYS_IN_USE' });
    expect(after(keys(), open('d1', 'a', 'live'), keys()).answer).toHaveLength(1);
  });

  test.each([
    ['another', 'API_KEYS_OF_ANOTHER_ACCOUNT'],
    ['unknown', 'API_KEYS_ACCOUNT_UNKNOWN'],
  ] as const)(
    'of %s account are refused while a deployment trades, and taken after its stop',
    (account, refused) => {
      const live = [keys(), open('d1', 'a', 'live')];
      expect(after(...live, keys(false, account)).answer).toEqual({ refused });
      const closed: TraderCommand = { type: 'CloseDeployment', userId, deploymentId: 'd1' };
      expect(after(...live, closed, keys(false, account)).answer).toHaveLength(1);
      expect(after(keys(), open('d1', 'a'), keys(false, account)).answer).toHaveLength(1);
    },
  );

  test('go when nothing trades with them', () => {
    const remove: TraderCommand = { type: 'RemoveKeys', userId, exchange: 'binance' };
    expect(after(remove).answer).toEqual({ refused: 'API_KEYS_NOT_FOUND' });
    expect(after(keys(), open('d1', 'a', 'live'), remove).answer).toEqual({ refused: 'API_KEYS_IN_USE' });
    expect(after(keys(), { type: 'RemoveKeys', userId, exchange: 'constructor' }).answer).toEqual({
      refused: 'API_KEYS_NOT_FOUND',
    });
    expect(after(keys(), remove).answer).toMatchObject([{ type: 'KeysRemoved' }]);
  });
});

test('stop-all closes every place, and a deleted account opens none', () => {
  const { state, answer } = after(open('d1', 'a'), open('d2', 'b'), { type: 'StopTrading', userId });
  expect(answer).toMatchObject([{ type: 'TradingStopped', data: { deploymentIds: ['d1', 'd2'] } }]);
  expect(openDeployments(state)).toEqual([]);
  expect(after({ type: 'EraseTrader', userId }, open('d3', 'a')).answer).toEqual({ refused: 'UNAUTHORIZED' });
});
