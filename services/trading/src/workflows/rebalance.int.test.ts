// On a real Temporal server: one workflow for each rebalance, however often its schedule fires; stored histories replay.
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { openWorkflows, sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import {
  type Failure,
  type Leg,
  REBALANCE,
  REBALANCE_WHEN_DUE,
  type RebalanceActivities,
  type RebalanceJob,
} from './rebalance-contract.ts';

const workflows = sharedByTests(() => openWorkflows('trading', new URL('../../fixtures/', import.meta.url)));

/** How many seconds an activity of a workflow is tried for. */
const patienceOf = async (workflowId: string, activity: keyof RebalanceActivities): Promise<number> => {
  const { events } = await workflows.client.workflow.getHandle(workflowId).fetchHistory();
  const scheduled = (events ?? [])
    .map((event) => event.activityTaskScheduledEventAttributes)
    .find((each) => each?.activityType?.name === activity);
  return Number(scheduled?.scheduleToCloseTimeout?.seconds);
};

/** Two starts of one schedule for the same bar, while the plan takes its time. */
const startedTwice = async () => {
  const { client, connection, namespace, bundle } = workflows;
  const rebalanceId = randomUUID();
  const [due, barClose] = [{ userId: 'ann', deploymentId: 'd1' }, '2026-03-01T00:00:00.000Z'];
  const job: RebalanceJob = { ...due, rebalanceId, kind: 'scheduled', barClose };
  const calls: string[] = [];
  const bothDue = Promise.withResolvers<void>();
  const noted = (name: string) => async () => {
    calls.push(name);
    return null;
  };
  const activities: Pick<
    RebalanceActivities,
    'dueRebalance' | 'beginRebalance' | 'reserveCredits' | 'reconcileAccount' | 'planRebalance'
  > & { endRebalance: () => Promise<null> } = {
    dueRebalance: async () => {
      calls.push('due');
      if (calls.filter((call) => call === 'due').length === 2) bothDue.resolve();
      return job;
    },
    beginRebalance: noted('begin'),
    reserveCredits: noted('reserve'),
    reconcileAccount: async () => {
      await bothDue.promise;
      return null;
    },
    planRebalance: noted('plan'),
    endRebalance: noted('end'),
  };
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: bundle,
    activities,
  });
  const ids = [randomUUID(), randomUUID()];
  await worker.runUntil(
    Promise.all(
      ids.map((workflowId) =>
        client.workflow.execute(REBALANCE_WHEN_DUE.workflowType, { workflowId, taskQueue, args: [due] }),
      ),
    ).then(() => workflows.record('rebalance-when-due', ids[0] as string)),
  );
  const rebalance = client.workflow.getHandle(REBALANCE.workflowIdOf(rebalanceId));
  const patience = [
    await patienceOf(ids[0] as string, 'dueRebalance'),
    await patienceOf(rebalance.workflowId, 'beginRebalance'),
  ];
  return { calls, rebalance, patience };
};

// spec: trading.45
test('a rebalance that is started twice has one workflow, which begins and ends once', async () => {
  const { calls, rebalance, patience } = await startedTwice();
  // Started by a schedule it outlasts an outage of a quarter of an hour.
  expect(patience).toEqual([900, 900]);
  expect(calls.filter((call) => call !== 'due')).toEqual(['begin', 'reserve', 'plan', 'end']);
  expect(await rebalance.describe()).toMatchObject({
    type: REBALANCE.workflowType,
    status: { name: 'COMPLETED' },
  });
});

/** One rebalance that sells and buys, without an answer to its buy. */
const tradedOnce = async () => {
  const { client, connection, namespace, bundle } = workflows;
  const job: RebalanceJob = {
    ...{ userId: 'ann', deploymentId: 'd1', rebalanceId: randomUUID() },
    ...{ kind: 'manual', barClose: '2026-03-01T00:00:00.000Z' },
  };
  const leg = (name: string, side: Leg['side']): Leg => ({
    ...{ name, coin: 'BTC', side, quantity: '0.1', price: '100', notional: '10', limitPrice: '99' },
  });
  const calls: string[] = [];
  const noted =
    <Answer>(name: string, outcome: Answer) =>
    async (_: RebalanceJob, more?: Leg | Failure | null): Promise<Answer> => {
      calls.push(more && 'name' in more ? `${name} ${more.name}` : name);
      return outcome;
    };
  const activities: Omit<RebalanceActivities, 'dueRebalance'> = {
    beginRebalance: noted('begin', null),
    noticeUnsold: async () => undefined,
    reserveCredits: noted('reserve', null),
    reconcileAccount: noted('reconcile', null),
    planRebalance: noted('plan', { sells: [leg('sell-0', 'sell')] }),
    planBuys: noted('fit', { buys: [leg('buy-0', 'buy')] }),
    sendOrder: async (_, { name }) => {
      calls.push(`send ${name}`);
      return { kind: name === 'buy-0' ? 'unknown' : 'done' };
    },
    lookUpOrder: noted('look up', true),
    endRebalance: noted('end', undefined),
  };
  const [workflowId, taskQueue] = [REBALANCE.workflowIdOf(job.rebalanceId), randomUUID()];
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: bundle,
    activities,
  });
  const end = await worker.runUntil(
    client.workflow.execute(REBALANCE.workflowType, { workflowId, taskQueue, args: [job] }),
  );
  await workflows.record('rebalance', workflowId);
  return { calls, end, patience: await patienceOf(workflowId, 'beginRebalance') };
};

test('a rebalance sells, fits its buys to the cash, and looks up an order without an answer', async () => {
  const { calls, end, patience } = await tradedOnce();
  expect(end).toEqual({ kind: 'ended' });
  // Somebody waits for it.
  expect(patience).toBe(180);
  expect(calls).toEqual([
    ...['begin', 'reserve', 'reconcile', 'plan', 'send sell-0', 'fit', 'send buy-0', 'look up buy-0', 'end'],
  ]);
});

test('a rebalance that fails to begin ends all the same: it may have taken the lock, and no other could begin', async () => {
  const { client, connection, namespace, bundle } = workflows;
  const job: RebalanceJob = {
    ...{ userId: 'ann', deploymentId: 'd1', rebalanceId: randomUUID() },
    ...{ kind: 'manual', barClose: '2026-03-01T00:00:00.000Z' },
  };
  const calls: string[] = [];
  const activities: Pick<RebalanceActivities, 'beginRebalance' | 'endRebalance'> = {
    beginRebalance: async () => {
      calls.push('begin');
      throw ApplicationFailure.nonRetryable('the event store did not answer');
    },
    endRebalance: async (_, failure) => void calls.push(`end: ${failure?.code}`),
  };
  const [workflowId, taskQueue] = [REBALANCE.workflowIdOf(job.rebalanceId), randomUUID()];
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: bundle,
    activities,
  });
  const end = worker.runUntil(
    client.workflow.execute(REBALANCE.workflowType, { workflowId, taskQueue, args: [job] }),
  );
  await expect(end).rejects.toThrow('Workflow execution failed');
  expect(calls).toEqual(['begin', 'end: REBALANCE_FAILED']);
});

test.each(['rebalance', 'rebalance-when-due'])('the history %s replays', (name) => workflows.replay(name));
