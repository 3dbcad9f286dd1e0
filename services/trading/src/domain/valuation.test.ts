// The value of an account: external changes are taken over, performance leaves them out, a loss warns and then stops.

import { NO_MANDATE } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { after, created, ids, intended, started, typesOf } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import { countedBy } from './deployment-state.ts';
import { performanceOf } from './valuation.ts';

const seen = (
  holdings: Record<string, string>,
  price = '1000',
  unexplained: string | null = null,
): DeploymentCommand => ({
  type: 'ReconcileAccount',
  ...ids,
  holdings,
  prices: { USDT: '1', BTC: price },
  unexplained,
});

describe('the account', () => {
  test('is adopted as it is at first sight', () => {
    const { state, answer } = after([created(), seen({ USDT: '1000' })]);
    expect(answer).toMatchObject([
      { type: 'AccountReconciled', data: { changes: [] } },
      { type: 'PortfolioValued', data: { valueUsdt: 1_000, flowUsdt: 0, index: 1 } },
    ]);
    expect(state.holdings).toEqual({ USDT: '1000' });
  });

  test('that is as expected is only valued', () => {
    expect(typesOf(after([created(), seen({ USDT: '5' }), seen({ USDT: '5.000' })]).answer)).toEqual([
      'PortfolioValued',
    ]);
  });

  test('with trades of others is taken over, and reported', () => {
    const { state, answer } = after([created(), seen({ USDT: '1000' }), seen({ USDT: '400', BTC: '0.5' })]);
    expect(answer).toMatchObject([
      {
        data: {
          changes: [
            { asset: 'USDT', expected: '1000', actual: '400', valueUsdt: -600 },
            { asset: 'BTC', expected: '0', actual: '0.5', valueUsdt: 500 },
          ],
        },
      },
      { type: 'PortfolioValued' },
    ]);
    expect(state.holdings).toEqual({ USDT: '400', BTC: '0.5' });
  });

  test('is not judged while an order of ours is under way', () => {
    const commands = [
      created(),
      seen({ USDT: '1000' }),
      started(),
      intended(),
      seen({ USDT: '900', BTC: '0.1' }),
    ];
    expect(typesOf(after(commands).answer)).toEqual(['PortfolioValued']);
  });

  test('without an explanation pauses the deployment', () => {
    const { state } = after([created(), seen({ USDT: '1000' }, '1000', 'an order of ours without a record')]);
    expect(state).toMatchObject({ status: 'paused', reason: { code: 'ACCOUNT_UNEXPLAINED' } });
  });
});

// spec: trading.14
test('a deposit is not a gain, a withdrawal not a loss', () => {
  const { state } = after([
    created(),
    seen({ BTC: '1' }, '1000'),
    seen({ BTC: '1', USDT: '500' }, '1100'),
    seen({ BTC: '1' }, '1100'),
  ]);
  expect(state.value?.index).toBeCloseTo(1.1, 12);
});

test('what an account shows now counts from the same peak, without a deposit that is not recorded yet', () => {
  const { state } = after([created(), seen({ BTC: '1' }, '1000'), seen({ BTC: '1' }, '1200')]);
  const now = performanceOf(state, { BTC: '1', USDT: '300' }, { USDT: '1', BTC: '900' });
  expect(now?.returnPercent).toBeCloseTo(-10, 9);
  expect(now?.drawdownPercent).toBeCloseTo(25, 9);
  expect(performanceOf(after([created()]).state, { USDT: '5' }, { USDT: '1' })).toBeNull();
});

test('what a held coin without any price adds is not known, and so is the performance', () => {
  const { state } = after([created(), seen({ BTC: '1' }, '1000')]);
  const prices = { USDT: '1', BTC: '1000' };
  expect(performanceOf(state, { BTC: '1', ETH: '5' }, prices)).toBeNull();
  expect(performanceOf(state, { BTC: '1', ETH: '0' }, prices)?.returnPercent).toBe(0);
});

describe('a drawdown stop at 20 %', () => {
  const from = (...prices: string[]) =>
    after([created({ drawdown_stop_percent: 20 }), ...prices.map((price) => seen({ BTC: '1' }, price))]);

  test('warns once at 80 % of it', () => {
    expect(typesOf(from('1000', '841').answer)).toEqual(['PortfolioValued']);
    expect(typesOf(from('1000', '840').answer)).toEqual(['PortfolioValued', 'DrawdownWarned']);
    expect(typesOf(from('1000', '840', '830').answer)).toEqual(['PortfolioValued']);
  });

  test('stops, counted from the highest value', () => {
    const { state, answer } = from('1000', '2000', '1600');
    expect(typesOf(answer)).toEqual(['PortfolioValued', 'DeploymentStopped']);
    expect(state).toMatchObject({ status: 'stopped', isOn: false });
  });

  // spec: trading.15
  test('starts again when the user resumes', () => {
    const commands: DeploymentCommand[] = [
      created({ drawdown_stop_percent: 20 }),
      seen({ BTC: '1' }, '1000'),
      seen({ BTC: '1' }, '700'),
      { type: 'ResumeDeployment', ...ids, stops: 1 },
      seen({ BTC: '1' }, '690'),
    ];
    expect(after(commands).state.status).toBe('active');
  });
});

describe('a drawdown that is there already', () => {
  const stopAt = (percent: number): DeploymentCommand => ({
    type: 'ChangeMandate',
    ...ids,
    mandate: { ...NO_MANDATE, drawdown_stop_percent: percent },
  });
  const down10 = [created(), seen({ BTC: '1' }, '1000'), seen({ BTC: '1' }, '900')];

  // spec: trading.16
  test('refuses a stop that it has reached', () => {
    expect(after([...down10, stopAt(10)]).answer).toEqual({
      refused: 'DRAWDOWN_STOP_REACHED',
      data: { drawdown: '10.00', stop: 10 },
    });
  });

  test('is warned of at once near a new stop', () => {
    expect(typesOf(after([...down10, stopAt(12)]).answer)).toEqual(['MandateChanged', 'DrawdownWarned']);
  });

  // spec: trading.16
  test('stays when the user stops and resumes', () => {
    const stopped: DeploymentCommand = { type: 'StopDeployment', ...ids, reason: 'by-user' };
    const { state } = after([...down10, stopped, { type: 'ResumeDeployment', ...ids, stops: 1 }]);
    expect(state).toMatchObject({ status: 'active', value: { peak: 1, index: 0.9 } });
  });

  test('stops a deployment again that is resumed below its limit', () => {
    const { state } = after([
      ...[created({ drawdown_stop_percent: 20 }), seen({ BTC: '1' }, '1000')],
      { type: 'StopDeployment', ...ids, reason: 'by-user' },
      ...[seen({ BTC: '1' }, '700'), { type: 'ResumeDeployment', ...ids, stops: 1 } as const],
    ]);
    expect(state).toMatchObject({ status: 'stopped', reason: { code: 'drawdown' }, value: { peak: 1 } });
  });
});

describe('a deployment that takes the place of another one', () => {
  const order: DeploymentCommand[] = [started(), intended()];
  const replacing = (
    old: Parameters<typeof countedBy>[0],
    more: { mode?: 'paper' | 'live'; stop?: number | null; turnover?: number | null } = {},
  ): DeploymentCommand => {
    const { mode = 'live', stop = null, turnover = null } = more;
    const command = created({ drawdown_stop_percent: stop, daily_turnover_max_usdt: turnover }, mode);
    return command.type === 'CreateDeployment'
      ? { ...command, data: { ...command.data, counted: countedBy(old) } }
      : command;
  };
  const down10 = [created({}, 'live'), seen({ BTC: '1' }, '1000'), seen({ BTC: '1' }, '900')];

  test('goes on with what was traded on that day in the same account', () => {
    const old = after([created({}, 'live'), ...order]).state;
    expect(typesOf(after([replacing(old, { turnover: 150 }), ...order]).answer)).toBe('MANDATE_TURNOVER');
    const tomorrow = '2026-03-02T00:00:00.000Z';
    expect(typesOf(after([replacing(old, { turnover: 150 }), ...order], tomorrow).answer)).toEqual([
      'OrderIntended',
    ]);
  });

  test('counts from nothing when it goes from paper to live money', () => {
    const old = after([created(), ...order]).state;
    expect(typesOf(after([replacing(old, { turnover: 150 }), ...order]).answer)).toEqual(['OrderIntended']);
  });

  test('finds the counts of live money again after one on paper', () => {
    const old = after([created({}, 'live'), ...order]).state;
    const onPaper = after([replacing(old, { mode: 'paper' })]).state;
    expect(typesOf(after([replacing(onPaper, { turnover: 150 }), ...order]).answer)).toBe('MANDATE_TURNOVER');
  });

  // spec: trading.19
  test('goes on with the drawdown: at 20 % in all it stops', () => {
    const replaced = replacing(after(down10).state, { stop: 20 });
    const { state } = after([replaced, seen({ BTC: '1' }, '900'), seen({ BTC: '1' }, '801')]);
    expect(state.status).toBe('active');
    expect(after([replaced, seen({ BTC: '1' }, '900'), seen({ BTC: '1' }, '799')]).state).toMatchObject({
      status: 'stopped',
      reason: { code: 'drawdown' },
    });
  });

  test('is refused with a drawdown stop that is reached already', () => {
    expect(after([replacing(after(down10).state, { stop: 10 })]).answer).toEqual({
      refused: 'DRAWDOWN_STOP_REACHED',
      data: { drawdown: '10.00', stop: 10 },
    });
  });

  test('is a restart after a drawdown stop: the drawdown counts from now on', () => {
    const old = after([created({ drawdown_stop_percent: 10 }, 'live'), ...down10.slice(1)]).state;
    expect(old.status).toBe('stopped');
    expect(typesOf(after([replacing(old, { stop: 10 })]).answer)).toEqual(['DeploymentCreated']);
  });
});
