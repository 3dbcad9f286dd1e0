// The queues of the strategy runner on a real Temporal server: users take turns, rebalances go first, and waiting is not a failure.
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIGEST, runReference, SEALED_RESULTS, STRATEGY_ANSWER } from '../../fixtures/run-answers.ts';
import { openWorkflows, type WorkflowsUnderTest } from '../../fixtures/workflows-under-test.ts';
import type { WeightsActivities, WeightsJob } from './compute-weights-contract.ts';
import {
  IS_WAITING_QUERY,
  REBALANCE_TASK_QUEUE,
  type RunReference,
  STRATEGY_STARTED_SIGNAL,
  STRATEGY_TASK_QUEUE,
  type StrategyJob,
} from './run-backtest-contract.ts';

const isStrategy = ({ activityType }: { activityType?: { name?: string | null } | null }): boolean =>
  activityType?.name === 'runStrategy';

const PREFIX = `queue-${process.pid}-`;

/** A user's run number `place` under way at once. */
const runOf = (userId: string, place: number): RunReference =>
  runReference({ runId: `${PREFIX}${userId}-${place}`, place, userId });

let workflows: WorkflowsUnderTest;
let client: WorkflowsUnderTest['client'];

beforeAll(async () => {
  workflows = await openWorkflows();
  client = workflows.client;
});
afterAll(() => workflows.close());

const nameOf = (runId: string): string => runId.split('-').slice(2).join('-');

/** A runner with one place, whose strategies end one by one at the test's command. */
const slowRunner = () => {
  const begun: string[] = [];
  const running: PromiseWithResolvers<void>[] = [];
  return {
    begun,
    endNext: async () => {
      await expect.poll(() => running.length).toBe(1);
      running.pop()?.resolve();
    },
    runStrategy: async ({ run_id }: StrategyJob) => {
      begun.push(nameOf(run_id));
      await client.workflow.getHandle(run_id).signal(STRATEGY_STARTED_SIGNAL);
      const end = Promise.withResolvers<void>();
      running.push(end);
      await end.promise;
      return STRATEGY_ANSWER;
    },
  };
};

const ACTIVITIES = 2;

/** Resolves when so many strategies wait in a queue of the strategy runner. The server counts them every few seconds. */
const areWaiting = (queue: string, count: number) =>
  expect
    .poll(
      async () => {
        const taskQueue = { name: queue };
        const { namespace } = workflows;
        const asked = { namespace, taskQueue, taskQueueType: ACTIVITIES, reportStats: true };
        const { stats } = await client.workflowService.describeTaskQueue(asked);
        return Number(stats?.approximateBacklogCount ?? 0);
      },
      { interval: 200 },
    )
    .toBeGreaterThanOrEqual(count);

/** Resolves when the workflow's strategy is on its way to a queue of the strategy runner. */
const startQueued = async (workflowType: string, workflowId: string, taskQueue: string, job: object) => {
  const handle = await client.workflow.start(workflowType, { workflowId, taskQueue, args: [job] });
  const isQueued = async () => ((await handle.describe()).raw.pendingActivities ?? []).some(isStrategy);
  await expect.poll(isQueued).toBe(true);
  return handle;
};

test("another user's run goes before a user's second one, and waiting is not a failure", async () => {
  const { connection, namespace, bundle } = workflows;
  const taskQueue = `run-queue-${process.pid}`;
  const runner = slowRunner();
  const steps: string[] = [];
  const activities = {
    reserveCredits: async () => null,
    loadCandles: async () => ({ candles: DIGEST, source: DIGEST }),
    reportStrategyStarted: async ({ runId }: RunReference) => void steps.push(`${nameOf(runId)} runs`),
    runStrategy: runner.runStrategy,
    writeResults: async () => SEALED_RESULTS,
    captureCredits: async () => null,
    releaseCredits: async () => undefined,
    completeRun: async ({ runId }: RunReference) => void steps.push(`${nameOf(runId)} completed`),
    failRun: async ({ runId }: RunReference) => void steps.push(`${nameOf(runId)} failed`),
  };
  const shared = { connection, namespace, activities, shutdownGraceTime: '10 ms' } as const;
  const worker = await Worker.create({ ...shared, taskQueue, workflowBundle: bundle });
  const onePlace = { taskQueue: STRATEGY_TASK_QUEUE, maxConcurrentActivityTaskExecutions: 1 };
  const strategies = await Worker.create({ ...shared, ...onePlace });
  const start = (run: RunReference) => startQueued('runBacktest', run.runId, taskQueue, run);
  const order = ['ann-1', 'bob-1', 'ann-2', 'bob-2', 'ann-3'];
  await strategies.runUntil(
    worker.runUntil(async () => {
      const ann = [await start(runOf('ann', 1)), await start(runOf('ann', 2)), await start(runOf('ann', 3))];
      const bob = [await start(runOf('bob', 1)), await start(runOf('bob', 2))];
      await areWaiting(STRATEGY_TASK_QUEUE, order.length - 1);
      expect(await ann[0]?.query(IS_WAITING_QUERY)).toBe(false);
      expect(await bob[0]?.query(IS_WAITING_QUERY)).toBe(true);
      for (const _ of order) await runner.endNext();
      await Promise.all([...ann, ...bob].map((handle) => handle.result()));
    }),
  );
  expect(runner.begun).toEqual(order);
  expect(steps.toSorted()).toEqual(order.flatMap((name) => [`${name} completed`, `${name} runs`]).toSorted());
});

test('a live rebalance goes before a paper one, and neither waits for runs and previews', async () => {
  const { connection, namespace, bundle } = workflows;
  const taskQueue = `rebalance-queue-${process.pid}`;
  const runner = slowRunner();
  const settled: string[] = [];
  const { settings } = runReference({});
  const activities: WeightsActivities & Pick<ReturnType<typeof slowRunner>, 'runStrategy'> = {
    loadRange: async () => ({
      ...{ candles: DIGEST, end_date: settings.end_date },
      ...{ bars: 1, first_bar: 0, newest_open_ms: 0 },
    }),
    settleTry: async ({ requestId }) => void settled.push(nameOf(requestId)),
    runStrategy: runner.runStrategy,
  };
  const shared = { connection, namespace, activities, shutdownGraceTime: '10 ms' } as const;
  const worker = await Worker.create({ ...shared, taskQueue, workflowBundle: bundle });
  const onePlace = { taskQueue: REBALANCE_TASK_QUEUE, maxConcurrentActivityTaskExecutions: 1 };
  const rebalances = await Worker.create({ ...shared, ...onePlace });
  const start = (purpose: WeightsJob['purpose'], userId: string) => {
    const requestId = `${PREFIX}${purpose}-${userId}`;
    const job: WeightsJob = { userId, requestId, code: DIGEST, privateStrategyId: null, settings, purpose };
    return startQueued('computeWeights', requestId, taskQueue, job);
  };
  const order = ['paper-ann', 'live-cid', 'paper-bob'];
  await rebalances.runUntil(
    worker.runUntil(async () => {
      const preview = await start('preview', 'dan');
      const started = [await start('paper', 'ann'), await start('paper', 'bob'), await start('live', 'cid')];
      await areWaiting(REBALANCE_TASK_QUEUE, order.length - 1);
      for (const _ of order) await runner.endNext();
      await Promise.all(started.map((handle) => handle.result()));
      expect(runner.begun).toEqual(order);
      // It waits with the runs, whose places are all taken.
      await preview.cancel();
      await preview.result();
    }),
  );
  expect(settled.toSorted()).toEqual([...order, 'preview-dan'].toSorted());
});
