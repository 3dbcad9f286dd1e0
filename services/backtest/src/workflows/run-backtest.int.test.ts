// The workflow of a run on a real Temporal server: the order of its steps, and that old histories still replay.
import { ApplicationFailure, cancelled } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIGEST, runReference, SEALED_RESULTS, STRATEGY_ANSWER } from '../../fixtures/run-answers.ts';
import { openWorkflows, type WorkflowsUnderTest } from '../../fixtures/workflows-under-test.ts';
import {
  RUN_BACKTEST,
  type RunActivities,
  type RunReference,
  STRATEGY_STARTED_SIGNAL,
  STRATEGY_TASK_QUEUE,
  type StrategyAnswer,
  type StrategyJob,
} from './run-backtest-contract.ts';

const HISTORIES = ['completed', 'strategy-error', 'refused', 'cancelled'] as const;

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

type Script = Partial<RunActivities> & {
  runStrategy?: (job: StrategyJob) => Promise<StrategyAnswer>;
  run?: Partial<RunReference>;
};

/** Runs one workflow with scripted activities, and returns which were called, in order. */
const runWith = async (
  script: Script,
  meanwhile: (workflowId: string) => Promise<unknown> = async () => undefined,
) => {
  runs += 1;
  const calls: string[] = [];
  const called =
    <Result>(name: string, work: (...inputs: never[]) => Promise<Result>) =>
    async (...[input, detail]: unknown[]): Promise<Result> => {
      calls.push(typeof detail === 'string' || typeof detail === 'number' ? `${name} ${detail}` : name);
      return (work as (...inputs: unknown[]) => Promise<Result>)(input, detail);
    };
  const activities = {
    reserveCredits: called('reserve', (script.reserveCredits as never) ?? (async () => null)),
    loadCandles: called(
      'load',
      (script.loadCandles as never) ?? (async () => ({ candles: DIGEST, source: DIGEST })),
    ),
    runStrategy: called('run strategy', script.runStrategy ?? (async () => STRATEGY_ANSWER)),
    writeResults: called('write', (script.writeResults as never) ?? (async () => SEALED_RESULTS)),
    captureCredits: called('capture', (script.captureCredits as never) ?? (async () => undefined)),
    releaseCredits: called('release', async () => undefined),
    completeRun: called('complete', async () => undefined),
    reportStrategyStarted: script.reportStrategyStarted ?? (async () => undefined),
    failRun: called('fail', (script.failRun as never) ?? (async () => undefined)),
  };
  const workflowId = RUN_BACKTEST.workflowIdOf(`test-${process.pid}-${runs}`);
  const shared = {
    connection,
    namespace: workflows.namespace,
    activities,
    shutdownGraceTime: '10 ms',
  } as const;
  const worker = await Worker.create({
    ...shared,
    taskQueue: `runs-${workflowId}`,
    workflowBundle: bundle,
  });
  const runner = await Worker.create({ ...shared, taskQueue: STRATEGY_TASK_QUEUE });
  await runner.runUntil(
    worker.runUntil(async () => {
      const handle = await client.workflow.start(RUN_BACKTEST.workflowType, {
        workflowId,
        taskQueue: `runs-${workflowId}`,
        args: [runReference({ runId: workflowId, ...script.run })],
      });
      await meanwhile(workflowId);
      await handle.result();
    }),
  );
  return { calls, workflowId };
};

const record = (name: (typeof HISTORIES)[number], workflowId: string): Promise<void> =>
  workflows.record(`run-backtest.${name}`, workflowId);

describe('a run', () => {
  test('is charged before its result is reported', async () => {
    const { calls, workflowId } = await runWith({});
    expect(calls).toEqual(['reserve', 'load', 'run strategy', 'write', 'capture 366', 'complete']);
    await record('completed', workflowId);
  });

  test('that was paid for before holds and takes no credits, however it ends', async () => {
    const isPaid = { run: { isPaid: true } } as const;
    const free = await runWith(isPaid);
    expect(free.calls).toEqual(['load', 'run strategy', 'write', 'complete']);
    const mistake: StrategyAnswer = { ok: false, kind: 'exception', line: 3, report: DIGEST };
    const failed = await runWith({ ...isPaid, runStrategy: async () => mistake });
    expect(failed.calls).toEqual(['load', 'run strategy', 'fail']);
  });

  test("of a strategy with a mistake releases its credits and names the author's line", async () => {
    const mistake: StrategyAnswer = { ok: false, kind: 'exception', line: 3, report: DIGEST };
    const { calls, workflowId } = await runWith({ runStrategy: async () => mistake });
    expect(calls).toEqual(['reserve', 'load', 'run strategy', 'release failed', 'fail']);
    await record('strategy-error', workflowId);
  });

  test('of a strategy with a mistake says how long it ran', async () => {
    const [asked, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ends: unknown[] = [];
    await runWith(
      {
        reportStrategyStarted: async () => begun.resolve(),
        runStrategy: async () => {
          asked.resolve();
          await begun.promise;
          return { ok: false, kind: 'timeout', line: null, report: DIGEST };
        },
        failRun: async (_, end) => void ends.push(end),
      },
      async (id) => {
        await asked.promise;
        await client.workflow.getHandle(id).signal(STRATEGY_STARTED_SIGNAL);
      },
    );
    expect(ends).toEqual([
      { kind: 'strategy-error', line: null, report: DIGEST, computeMs: expect.any(Number) },
    ]);
    expect((ends[0] as { computeMs: number }).computeMs).toBeGreaterThan(0);
  });

  test('of the private strategy names it, and its failure is not retried', async () => {
    const jobs: StrategyJob[] = [];
    const { calls } = await runWith({
      run: { code: null, privateStrategyId: 'trendbot_2_0' },
      loadCandles: async () => ({ candles: DIGEST, source: null }),
      runStrategy: async (job) => {
        jobs.push(job);
        throw ApplicationFailure.nonRetryable('failed', 'PrivateStrategyFailed');
      },
    });
    expect(jobs).toMatchObject([{ candles: DIGEST, private_strategy_id: 'trendbot_2_0' }]);
    expect(jobs[0]).not.toHaveProperty('code');
    expect(calls).toEqual(['reserve', 'load', 'run strategy', 'release failed', 'fail']);
  });

  test('without candles releases its credits', async () => {
    const refusal = { refused: 'CANDLES_UNAVAILABLE' } as const;
    const { calls, workflowId } = await runWith({ loadCandles: async () => refusal });
    expect(calls).toEqual(['reserve', 'load', 'release failed', 'fail']);
    await record('refused', workflowId);
  });

  test('that is cancelled releases its credits', async () => {
    const loading = Promise.withResolvers<void>();
    const { calls, workflowId } = await runWith(
      {
        loadCandles: async () => {
          loading.resolve();
          return { candles: DIGEST, source: DIGEST };
        },
        runStrategy: () => cancelled(),
      },
      async (id) => {
        await loading.promise;
        await client.workflow.getHandle(id).cancel();
      },
    );
    // On a busy machine Temporal may try an activity twice.
    expect([...new Set(calls)].slice(-2)).toEqual(['release cancelled', 'fail']);
    await record('cancelled', workflowId);
  });

  test('whose results cannot be written in four attempts fails and releases its credits', async () => {
    const { calls } = await runWith({
      writeResults: async () => Promise.reject(new Error('the disk is full')),
    });
    expect(calls).toEqual([
      'reserve',
      'load',
      'run strategy',
      ...Array(4).fill('write'),
      'release failed',
      'fail',
    ]);
  });

  test('whose charge meets a restarting ledger is charged when that is back', async () => {
    let tries = 0;
    const { calls } = await runWith({
      captureCredits: async () => {
        tries += 1;
        if (tries < 3) throw new Error('SERVICE_UNAVAILABLE');
        return null;
      },
    });
    expect(calls.slice(-4)).toEqual(['capture 366', 'capture 366', 'capture 366', 'complete']);
  });

  test('whose reservation ran out before it could be charged has failed', async () => {
    const refusal = { refused: 'RESERVATION_EXPIRED' } as const;
    const { calls } = await runWith({ captureCredits: async () => refusal });
    expect(calls.slice(-3)).toEqual(['capture 366', 'release failed', 'fail']);
  });
});

test.each(HISTORIES)('the history of a %s run replays', async (name) => {
  await workflows.replay(`run-backtest.${name}`);
});
