// A deployment's schedule on a real Temporal server: it outlives a start that failed, and follows a change that comes meanwhile.
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { openWorkflows, sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { created, ids } from '../../fixtures/deployment-story.ts';
import { openInterleavedStores } from '../../fixtures/interleaved-stores.ts';
import type { DeploymentCommand } from '../domain/deployment.ts';
import { keepSchedule, type Scheduling, scheduleIdOf, scheduleOf } from './keep-schedule.ts';

const workflows = sharedByTests(() => openWorkflows('trading', new URL('../../fixtures/', import.meta.url)));

test('a start that fails leaves its schedule on', async () => {
  const { client, connection, namespace, bundle } = workflows;
  const [deploymentId, taskQueue] = [randomUUID(), randomUUID()];
  const { action, ...schedule } = scheduleOf({ ...ids, deploymentId }, '24h', 1);
  const handle = await client.schedule.create({
    scheduleId: scheduleIdOf(deploymentId),
    ...schedule,
    action: { ...action, taskQueue },
  });
  const activities = {
    dueRebalance: async () => {
      throw ApplicationFailure.nonRetryable('the event store is down');
    },
  };
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: bundle,
    activities,
  });
  await worker.runUntil(async () => {
    // One at a time: when a second one starts, the schedule has seen how the first one ended.
    await expect
      .poll(async () => {
        await handle.trigger('SKIP');
        return (await handle.describe()).info.numActionsTaken;
      })
      .toBeGreaterThan(1);
  });
  const { state, info } = await handle.describe();
  expect(info.nextActionTimes.length).toBeGreaterThan(0);
  expect(state).toMatchObject({ paused: false });
  await handle.delete();
});

describe('a deployment that is changed while its schedule is kept', () => {
  const deploymentOf = (deploymentId: string) => {
    const stores = openInterleavedStores(async () => undefined, { onDeployment: () => undefined });
    const own = { ...ids, deploymentId };
    const change = (command: DeploymentCommand) =>
      stores.deployments.change(own.deploymentId, command, {
        commandId: randomUUID(),
        correlationId: 'test',
      });
    const command = created();
    if (command.type !== 'CreateDeployment') throw new Error('no deployment');
    return {
      own,
      deployments: stores.deployments,
      create: () => change({ ...command, data: { ...command.data, deploymentId } }),
      turn: (to: 'On' | 'Off') => change({ type: `Switch${to}`, ...own }),
    };
  };

  /** True if a schedule is there after the deployment was turned to `last` between the look at it and the write. */
  const keptThrough = async (client: Client, last: 'On' | 'Off'): Promise<boolean> => {
    const deploymentId = randomUUID();
    const { own, deployments, create, turn } = deploymentOf(deploymentId);
    await create();
    if (last === 'Off') await turn('On');
    const other: Scheduling = { deployments, countScheduled: async () => 1, temporal: async () => client };
    let isChanged = false;
    const temporal = async (): Promise<Client> => {
      if (!isChanged) {
        isChanged = true;
        await turn(last);
        await keepSchedule(other, own);
      }
      return client;
    };
    await keepSchedule({ ...other, temporal }, own);
    const handle = client.schedule.getHandle(scheduleIdOf(deploymentId));
    const isThere = await handle.describe().then(
      () => true,
      () => false,
    );
    if (isThere) await handle.delete();
    return isThere;
  };

  test('has none after it was switched off, and one after it was switched on', async () => {
    expect(await keptThrough(workflows.client, 'Off')).toBe(false);
    expect(await keptThrough(workflows.client, 'On')).toBe(true);
  });
});
