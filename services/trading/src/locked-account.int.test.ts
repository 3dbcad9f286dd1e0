// A lock of the account, and an operator, stop all deployments, which only their user starts again.

import { MESSAGES } from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { expect, test, vi } from 'vitest';
import { startRunningTrading, type TradingUser } from '../fixtures/running-trading.ts';

const system = sharedByTests(startRunningTrading);

const soon = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: 60_000 });

const withTwo = async (name: string): Promise<TradingUser> => {
  const user = await system.openUser(name);
  for (const chat of [user.chatId, `${name}-other`]) await user.deploy({ backtest_session_id: chat });
  return user;
};

// spec: admin.42
test('a locked account trades no more, whose user reads why, and resumes after an unlock', async () => {
  const user = await withTwo('locked');
  await user.must('switchAutoRebalanceOn', { id: user.chatId });
  await system.lockUser(user.userId);
  for (const id of [user.chatId, 'locked-other'])
    await soon(async () =>
      expect(await user.must('getDeploymentStatus', { id })).toMatchObject({
        status: 'stopped',
        status_reason: 'The account was locked',
        stopped_by: 'operator',
      }),
    );
  expect(await user.ask('rebalanceNow', { id: user.chatId })).toMatchObject({
    refused: 'DEPLOYMENT_STOPPED',
  });
  await soon(async () =>
    expect((await user.must('listActivity', {})).map(({ detail }) => detail)).toContain(
      'The account was locked',
    ),
  );
  await soon(async () => {
    const { notices } = await user.must('getNotices', {});
    expect(notices).toMatchObject([{ title: 'All trading was stopped' }]);
    expect(notices[0]?.text).toMatch(/^The account was locked\. /);
  });
  expect(await user.must('resumeDeployment', { id: user.chatId })).toMatchObject({ status: 'active' });
});

test('an operator stops all deployments of a user; there is nothing left to stop then', async () => {
  const user = await withTwo('watched');
  const stopped = () => system.request(MESSAGES.stopDeployments, { userId: user.userId }, 'operator');
  expect(await stopped()).toEqual({ stopped: 2 });
  expect(await stopped()).toEqual({ stopped: 0 });
  expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({
    status: 'stopped',
    status_reason: 'Stopped by an operator',
    stopped_by: 'operator',
  });
  expect(await system.request(MESSAGES.stopDeployments, { userId: 'nobody' }, 'operator')).toEqual({
    stopped: 0,
  });
});
