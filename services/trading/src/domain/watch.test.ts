// Between two looks at an account prices alone say when the next one is due: at a line, and never a minute after minute.
import { describe, expect, test } from 'vitest';
import { after, created, ids, started } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import { isWatched, needsLook } from './watch.ts';

const valued = (price: string, holdings: Record<string, string> = { BTC: '1' }): DeploymentCommand => ({
  type: 'ReconcileAccount',
  ...ids,
  holdings,
  prices: { BTC: price, USDT: '1' },
  unexplained: null,
});
const at20 = created({ drawdown_stop_percent: 20 });
const stop: DeploymentCommand = { type: 'StopDeployment', ...ids, reason: 'by-user' };

describe('a deployment is watched', () => {
  test.each<[string, DeploymentCommand[], boolean]>([
    ['while it trades with a stop and holds coins', [at20, valued('1000')], true],
    ['not without a stop', [created(), valued('1000')], false],
    ['not while it holds only USDT', [at20, valued('1000', { USDT: '1000', BTC: '0' })], false],
    ['not once it is stopped', [at20, valued('1000'), stop], false],
    ['not during a rebalance, which looks by itself', [at20, valued('1000'), started()], false],
    ['not before its account was looked at', [at20], false],
  ])('%s', (_, commands, expected) => {
    expect(isWatched(after(commands).state)).toBe(expected);
  });
});

describe('with a stop at 20 % and a highest value of 1000, a look is due', () => {
  test.each<[string, string[], string, boolean]>([
    ['not while the value is fine', ['1000'], '841', false],
    ['at the line of the warning', ['1000'], '840', true],
    ['not again while the warning stands', ['1000', '840'], '820', false],
    ['at the stop', ['1000'], '800', true],
    ['at the stop after a warning', ['1000', '840'], '800', true],
    ['not just above the line again', ['1000', '840'], '845', false],
    ['when the warning no longer holds', ['1000', '840'], '860', true],
  ])('%s', (_, prices, now, expected) => {
    expect(needsLook(after([at20, ...prices.map((price) => valued(price))]).state, { BTC: now })).toBe(
      expected,
    );
  });

  test('by its last known price where the exchange has none now', () => {
    expect(needsLook(after([at20, valued('1000')]).state, {})).toBe(false);
  });
});
