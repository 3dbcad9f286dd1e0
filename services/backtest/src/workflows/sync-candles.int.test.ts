// Candles kept up to date by a real Temporal server: which coins are loaded, what a failure does, and that old histories replay.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { COINS } from '@tradeium/contracts';
import { startExchange } from '@tradeium/paper-exchange';
import { putSchedule } from '@tradeium/service-kit';
import { silentLog } from '@tradeium/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openWorkflows, type WorkflowsUnderTest } from '../../fixtures/workflows-under-test.ts';
import { syncActivities } from '../activities/sync-candles.ts';
import { openCandleStore } from '../candles/candle-store.ts';
import { openCandleSource } from '../candles/exchange.ts';
import { SYNC_CANDLES, type SyncActivities, type SyncJob } from './sync-candles-contract.ts';

const HISTORIES = ['completed', 'failed', 'nothing-in-use'] as const;

const JOBS: SyncJob[] = ['BTC', 'ETH', 'SOL'].map((coin) => ({ coin, timeframes: ['1h', '24h'] }));

let workflows: WorkflowsUnderTest;
let connection: WorkflowsUnderTest['connection'];
let client: WorkflowsUnderTest['client'];
let bundle: WorkflowsUnderTest['bundle'];
let runs = 0;

beforeAll(async () => {
  workflows = await openWorkflows();
  ({ connection, client, bundle } = workflows);
});
afterAll(async () => {
  await workflows.close();
});

const workerOf = (taskQueue: string, activities: SyncActivities): Promise<Worker> =>
  Worker.create({
    connection,
    namespace: workflows.namespace,
    activities,
    taskQueue,
    workflowBundle: bundle,
    shutdownGraceTime: '10 ms',
  });

/** A worker with scripted activities; `coins` are those requested, in order. */
const workerFor = async (taskQueue: string, script: Partial<SyncActivities>) => {
  const coins: string[] = [];
  const worker = await workerOf(taskQueue, {
    planSync: script.planSync ?? (async () => JOBS),
    syncCoin: async (job) => {
      coins.push(job.coin);
      await script.syncCoin?.(job);
    },
  });
  return { worker, coins };
};

const nextId = (): string => {
  runs += 1;
  return `sync-test-${process.pid}-${runs}`;
};

/** Runs one workflow and records its history on request; `failure` is null when it succeeded. */
const runWith = async (name: (typeof HISTORIES)[number], script: Partial<SyncActivities>) => {
  const workflowId = nextId();
  const { worker, coins } = await workerFor(workflowId, script);
  const failure = await worker.runUntil(async () => {
    const handle = await client.workflow.start(SYNC_CANDLES.workflowType, {
      workflowId,
      taskQueue: workflowId,
    });
    return handle.result().then(
      () => null,
      (cause: Error) => String(cause.cause),
    );
  });
  await workflows.record(`sync-candles.${name}`, workflowId);
  return { coins, failure };
};

describe('a sync', () => {
  test('brings one coin after the other up to date', async () => {
    expect(await runWith('completed', {})).toEqual({ coins: ['BTC', 'ETH', 'SOL'], failure: null });
  });

  test('continues after a coin that cannot be loaded, and names it at the end', async () => {
    const syncCoin = async ({ coin }: SyncJob) => {
      if (coin === 'ETH') throw new Error('the exchange does not answer');
    };
    const { coins, failure } = await runWith('failed', { syncCoin });
    expect(coins).toEqual(['BTC', 'ETH', 'ETH', 'SOL']);
    expect(failure).toContain('no new candles of ETH');
  });

  test('does nothing before anyone has used candles', async () => {
    expect(await runWith('nothing-in-use', { planSync: async () => [] })).toEqual({
      coins: [],
      failure: null,
    });
  });
});

test('a sync brings all coins at the intervals that are in use, and no others', async () => {
  const exchange = await startExchange({ port: 0 });
  const directory = await mkdtemp(join(tmpdir(), 'candles-'));
  onTestFinished(async () => {
    await exchange.close();
    await rm(directory, { recursive: true });
  });
  const source = openCandleSource({ id: 'binance', url: exchange.url, pauseMs: 1, log: silentLog });
  const store = openCandleStore({ source, directory, log: silentLog, now: Date.now });
  await store.load('BTC', 'weekly');
  const workflowId = nextId();
  const worker = await workerOf(workflowId, syncActivities(store));
  await worker.runUntil(
    client.workflow.execute(SYNC_CANDLES.workflowType, { workflowId, taskQueue: workflowId }),
  );
  expect(await store.coinsAt('weekly')).toEqual([...COINS].sort());
  expect(await store.intervalsInUse()).toEqual(['weekly']);
});

test.each(HISTORIES)('the history of a %s sync replays', async (name) => {
  await workflows.replay(`sync-candles.${name}`);
});

describe('the schedule', () => {
  test('is made, changed and removed as the settings say, however often they are put', async () => {
    const scheduleId = nextId();
    const put = (minutes: number) =>
      putSchedule(client.schedule, {
        ...SYNC_CANDLES,
        scheduleId,
        taskQueue: scheduleId,
        everyMinutes: minutes,
      });
    const intervals = async () => {
      const { spec } = await client.schedule.getHandle(scheduleId).describe();
      return spec.intervals?.map(({ every, offset }) => [every, offset]);
    };
    await put(60);
    await put(60);
    expect(await intervals()).toEqual([[3_600_000, 180_000]]);
    await put(2);
    expect(await intervals()).toEqual([[120_000, 60_000]]);
    await put(0);
    await expect(intervals()).rejects.toThrow(/not found/i);
    await put(0);
  });

  test('starts the sync', async () => {
    const scheduleId = nextId();
    const synced = Promise.withResolvers<void>();
    const { worker } = await workerFor(scheduleId, {
      syncCoin: async ({ coin }) => coin === 'SOL' && synced.resolve(),
    } as Partial<SyncActivities>);
    await worker.runUntil(async () => {
      const regular = { ...SYNC_CANDLES, scheduleId, taskQueue: scheduleId };
      await putSchedule(client.schedule, { ...regular, everyMinutes: 60 });
      await client.schedule.getHandle(scheduleId).trigger();
      await synced.promise;
      await putSchedule(client.schedule, { ...regular, everyMinutes: 0 });
    });
  });
});
