// The kill switch and off, while MongoDB and Temporal are away: they need the event store only.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTrading, startRunningTrading } from '../fixtures/running-trading.ts';

let system: RunningTrading;
beforeAll(async () => {
  system = await startRunningTrading({ isAlone: true });
});
afterAll(async () => system?.stop());

test('off stops the schedule’s rebalances, stop one deployment, stop-all every one', async () => {
  const user = await system.openUser('ann');
  await user.deploy();
  expect(await user.must('switchAutoRebalanceOn', { id: user.chatId })).toMatchObject({ enabled: true });
  expect(await user.must('switchAutoRebalanceOff', { id: user.chatId })).toMatchObject({ enabled: false });
  expect(await user.must('stopDeployment', { id: user.chatId })).toEqual({ stopped: 1 });
  await user.must('resumeDeployment', { id: user.chatId });
  expect(await user.must('stopAllTrading', {})).toEqual({ stopped: 1 });
  expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({ status: 'stopped' });
  expect(await user.must('getWorkerStatus', {})).toEqual({ celery_worker_running: false });
  expect(await user.ask('rebalanceNow', { id: user.chatId })).toMatchObject({
    refused: 'DEPLOYMENT_STOPPED',
  });
});
