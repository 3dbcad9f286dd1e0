// The hourly look at all deployments mends some of them, and faults do not hold it up.
import { isRefusal, subjectOf } from '@tradeium/contracts';
import { plantMessage, sharedByTests } from '@tradeium/testing';
import { expect, test, vi } from 'vitest';
import { startRunningTrading } from '../fixtures/running-trading.ts';
import { scheduleIdOf } from './commands/keep-schedule.ts';

const system = sharedByTests(startRunningTrading);

const PATIENCE = { timeout: 60_000 };

/** Users with a live deployment each, in the order in which deployments are looked at. */
const deployed = async (...userIds: readonly string[]) => {
  const all = userIds.map(async (userId) => {
    const user = await system.openUser(userId);
    const opened = await system.exchange('/play-accounts', { capital_usdt: 1_000 });
    const { api_key, api_secret } = opened as { api_key: string; api_secret: string };
    await user.must('saveApiKeys', { exchange: 'binance', api_key, api_secret, is_testnet: false });
    const deployment = await user.deploy({ mode: 'live' });
    if (isRefusal(deployment)) throw new Error(deployment.refused);
    return { user, id: deployment.id };
  });
  return (await Promise.all(all)).sort((one, other) => (one.id < other.id ? -1 : 1));
};

test('a schedule that was paused or is lost is set again; one that is right stays as it is', async () => {
  const on = await deployed('ann', 'ben', 'cleo');
  for (const { user } of on) await user.must('switchAutoRebalanceOn', { id: user.chatId });
  const [paused = '', lost = '', right = ''] = on.map(({ id }) => id);
  await system.withTemporal(async ({ schedule }) => {
    const handleOf = (id: string) => schedule.getHandle(scheduleIdOf(id));
    for (const { id } of on) await vi.waitFor(() => handleOf(id).describe(), PATIENCE);
    await handleOf(paused).pause('by a test');
    await handleOf(lost).delete();
    expect(await system.reconcileAll()).toMatchObject({ schedules: { repaired: 2, failed: 0 } });
    for (const id of [paused, lost]) expect((await handleOf(id).describe()).state.paused).toBe(false);
    expect((await handleOf(right).describe()).info.lastUpdatedAt).toBeUndefined();
  });
});

test('a deployment whose events cannot be read does not hold up those after it', async () => {
  const [damaged, next] = await deployed('dora', 'emil');
  const nc = await system.events.connect();
  await plantMessage(nc, subjectOf('trading', 'deployment', damaged?.id ?? ''), 'no commit');
  const value = async () => {
    const status = await next?.user.must('getDeploymentStatus', { id: next.user.chatId });
    return status?.portfolio_value_usdt;
  };
  expect(await value()).toBeNull();
  expect(await system.reconcileAll()).toMatchObject({ failed: 1, schedules: { failed: 1 } });
  expect(await value()).toBeCloseTo(1_000, 0);
});
