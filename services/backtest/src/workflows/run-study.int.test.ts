// The workflow of a study on a real Temporal server: batches until all points are computed, and an end in every case.
import { ApplicationFailure, cancelled } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIGEST, runReference } from '../../fixtures/run-answers.ts';
import { openWorkflows, type WorkflowsUnderTest } from '../../fixtures/workflows-under-test.ts';
import { STRATEGY_TASK_QUEUE } from './run-backtest-contract.ts';
import {
  type PointsAnswer,
  type PointsJob,
  RUN_STUDY,
  type StudyActivities,
  type StudyOutcome,
} from './run-study-contract.ts';

const RECORDED = ['completed', 'cancelled', 'searched'] as const;
/** Of studies that began under 1.0.0, when batches were paced by the whole time of the one before. */
const EARLIER = ['completed-paced-by-total', 'cancelled-paced-by-total', 'searched-paced-by-total'] as const;

let workflows: WorkflowsUnderTest;
let studies = 0;
beforeAll(async () => {
  workflows = await openWorkflows();
});
afterAll(() => workflows.close());

const { settings } = runReference({});
const answerOf = (done: number): PointsAnswer => ({
  answers: DIGEST,
  weights: DIGEST,
  done,
  timing_ms: { strategy: 10 * done, total: 12 * done },
});

type Script = Partial<StudyActivities> & {
  runPoints?: (job: PointsJob) => Promise<PointsAnswer>;
  walksForward?: boolean;
  searches?: boolean;
};

/** Runs one study of so many computations with scripted activities; answers with its end, and what was computed. */
const runWith = async (
  computations: number,
  script: Script | ((usual: StudyActivities) => Script),
  meanwhile: (workflowId: string) => Promise<unknown> = async () => undefined,
) => {
  studies += 1;
  const ends: StudyOutcome[] = [];
  const batches: number[][] = [];
  const all = Array.from({ length: computations }, (_, number) => number);
  const usual = {
    reserveStudyCredits: async () => null,
    loadStudyCandles: async () => [{ settings, computations: all, batchMax: 60 }],
    storeStudyCandles: async () => DIGEST,
    proposeStudyPoints: async () => [],
    writeStudyBatch: async (_: unknown, numbers: readonly number[]) => `source of ${numbers.join()}`,
    runPoints: async ({ source }: PointsJob) => answerOf(numbersIn(source).length),
    scoreStudyBatch: async (_: unknown, { source }: { source: string }, { done }: PointsAnswer) => {
      const computed = numbersIn(source).slice(0, done);
      batches.push(computed);
      return { computed, failedMs: 0, more: false };
    },
    chooseForWindows: async () => [1],
    walkForward: async () => ({ digest: DIGEST, size: 1 }),
    removeStudyBatch: async () => undefined,
    endStudy: async (_: unknown, outcome: StudyOutcome) => void ends.push(outcome),
  };
  const {
    walksForward = false,
    searches = false,
    ...scripted
  } = typeof script === 'function' ? script(usual) : script;
  const activities = { ...usual, ...scripted };
  const studyId = `test-${process.pid}-${studies}`;
  const workflowId = RUN_STUDY.workflowIdOf(studyId);
  const { connection, client, namespace } = workflows;
  const shared = { connection, namespace, activities, shutdownGraceTime: '10 ms' } as const;
  const taskQueue = `studies-${workflowId}`;
  const worker = await Worker.create({ ...shared, taskQueue, workflowBundle: workflows.bundle });
  const runner = await Worker.create({ ...shared, taskQueue: STRATEGY_TASK_QUEUE });
  const ids = { studyId, chatId: 'c1', userId: 'u1' };
  const reference = { ...ids, code: DIGEST, walksForward, searches };
  await runner.runUntil(
    worker.runUntil(async () => {
      const handle = await client.workflow.start(RUN_STUDY.workflowType, {
        workflowId,
        taskQueue,
        args: [{ ...reference, startedAt: '2026-01-01T00:00:00.000Z', place: 1 }],
      });
      await meanwhile(workflowId);
      await handle.result();
    }),
  );
  return { ends, batches, computed: batches.flat().sort((a, b) => a - b), workflowId };
};

const numbersIn = (source: string): number[] => source.replace('source of ', '').split(',').map(Number);
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const record = (name: (typeof RECORDED)[number], workflowId: string) =>
  workflows.record(`run-study.${name}`, workflowId);

describe('a study', () => {
  test('computes each point once, a few first and more later, and ends', async () => {
    const { ends, computed, batches, workflowId } = await runWith(300, {});
    expect(computed).toEqual(upTo(300));
    expect(batches[0]).toHaveLength(2);
    expect(Math.max(...batches.map(({ length }) => length))).toBeGreaterThan(50);
    expect(ends).toEqual([{ status: 'completed', refusal: null, walkForward: null, unusedMs: 0 }]);
    await record('completed', workflowId);
  });

  test('stores the candles of each of its groups once, when they are needed', async () => {
    const groups = ['24h', '12h'].map((timeframe, group) => ({
      settings: { ...settings, timeframe: timeframe as '24h' | '12h' },
      computations: Array.from({ length: 30 }, (_, at) => 30 * group + at),
      batchMax: 7,
    }));
    const order: string[] = [];
    const { computed, batches } = await runWith(0, {
      loadStudyCandles: async () => groups,
      storeStudyCandles: async ({ timeframe }) => {
        order.push(timeframe);
        return DIGEST;
      },
      runPoints: async ({ source, settings: { timeframe } }) => {
        const numbers = numbersIn(source);
        order.push(`points of ${timeframe}`);
        return answerOf(numbers.length);
      },
    });
    expect(computed).toEqual(upTo(60));
    expect(Math.max(...batches.map(({ length }) => length))).toBe(7);
    expect(order.filter((one) => one === '24h' || one === '12h')).toEqual(['24h', '12h']);
    expect(order.indexOf('12h')).toBeGreaterThan(order.indexOf('points of 24h'));
  });

  test.for([
    ['to the end', false, 4, 'completed'],
    ['until it is cancelled', true, 2, 'cancelled'],
  ] as const)(
    'simulates many points of one execution in turns, %s',
    async ([, isCancelled, turns, status]) => {
      let [executed, scored] = [0, 0];
      const second = Promise.withResolvers<void>();
      const mayGoOn = Promise.withResolvers<void>();
      const script: Script = {
        runPoints: async () => {
          executed += 1;
          return answerOf(1);
        },
        scoreStudyBatch: async () => {
          scored += 1;
          if (scored === 2 && isCancelled) {
            second.resolve();
            await mayGoOn.promise;
          }
          return { computed: scored < 4 ? [] : [0], failedMs: 0, more: scored < 4 };
        },
      };
      const { ends } = await runWith(1, script, async (id) => {
        if (!isCancelled) return;
        await second.promise;
        await workflows.client.workflow.getHandle(id).cancel();
        mayGoOn.resolve();
      });
      expect(ends).toMatchObject([{ status, refusal: null }]);
      expect([executed, scored]).toEqual([1, turns]);
    },
  );

  test('sends again what a batch has left within its time', async () => {
    const { ends, computed } = await runWith(20, { runPoints: async () => answerOf(1) });
    expect(computed).toEqual(upTo(20));
    expect(ends).toMatchObject([{ status: 'completed' }]);
  });

  test('tests its windows once all points are computed', async () => {
    const { ends } = await runWith(4, { walksForward: true });
    expect(ends).toMatchObject([{ status: 'completed', walkForward: { digest: DIGEST } }]);
  });

  test('searches in rounds over the same candles: points are proposed when all before are computed', async () => {
    let [rounds, stored] = [0, 0];
    const { ends, computed, workflowId } = await runWith(5, {
      searches: true,
      storeStudyCandles: async () => {
        stored += 1;
        return DIGEST;
      },
      proposeStudyPoints: async () => {
        const from = 5 + 2 * rounds;
        rounds += 1;
        return [{ settings, computations: rounds > 2 ? [] : [from, from + 1], batchMax: 60 }];
      },
    });
    expect(computed).toEqual(upTo(9));
    expect([rounds, stored]).toEqual([3, 1]);
    expect(ends).toMatchObject([{ status: 'completed', walkForward: null }]);
    await record('searched', workflowId);
  });

  test('that is cancelled ends as cancelled', async () => {
    const begun = Promise.withResolvers<void>();
    const { ends, workflowId } = await runWith(
      10,
      {
        runPoints: async () => {
          begun.resolve();
          return (await cancelled()) as never;
        },
      },
      async (id) => {
        await begun.promise;
        await workflows.client.workflow.getHandle(id).cancel();
      },
    );
    // Its time counts, as that of a cancelled run does.
    expect(ends).toMatchObject([{ status: 'cancelled', unusedMs: expect.any(Number) }]);
    expect(ends[0]?.unusedMs).toBeGreaterThan(0);
    await record('cancelled', workflowId);
  });

  test.for([
    ['its credits are reserved', 'reserveStudyCredits', 0],
    ['its candles are loaded', 'loadStudyCandles', 0],
    ['its candles are stored', 'storeStudyCandles', 0],
    // Points that are computed are simulated and written: they are charged.
    ['its points are simulated', 'scoreStudyBatch', 2],
    ['its windows choose', 'chooseForWindows', 4],
    ['its windows are tested', 'walkForward', 4],
  ] as const)('that is cancelled while %s ends once, as cancelled', async ([, step, computedMin]) => {
    const begun = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const script = (usual: StudyActivities): Script => ({
      walksForward: true,
      [step]: async (...given: never[]) => {
        begun.resolve();
        await mayGoOn.promise;
        return (usual[step] as (...values: never[]) => unknown)(...given);
      },
      // Nothing waits for the others: their end must not come before the cancellation.
      endStudy: async (...given) => {
        mayGoOn.resolve();
        return usual.endStudy(...given);
      },
    });
    const { ends, computed } = await runWith(4, script, async (id) => {
      await begun.promise;
      await workflows.client.workflow.getHandle(id).cancel();
      if (step === 'scoreStudyBatch') mayGoOn.resolve();
    });
    expect(ends).toMatchObject([{ status: 'cancelled', refusal: null, walkForward: null }]);
    expect(computed.length).toBeGreaterThanOrEqual(computedMin);
    expect(new Set(computed).size).toBe(computed.length);
  });

  test('whose failing points have computed for a minute ends', async () => {
    const { ends, computed } = await runWith(200, {
      scoreStudyBatch: async () => ({ computed: [0], failedMs: 61_000, more: false }),
    });
    expect(ends).toMatchObject([
      { status: 'failed', refusal: { refused: 'STUDY_FAILED_POINTS', data: { seconds: 61 } } },
    ]);
    expect(computed).toEqual([]);
  });

  test.for([
    [
      'credits that are missing',
      { reserveStudyCredits: async () => ({ refused: 'INSUFFICIENT_CREDITS' as const }) },
      'INSUFFICIENT_CREDITS',
    ],
    [
      'candles that are missing',
      { loadStudyCandles: async () => ({ refused: 'CANDLES_UNAVAILABLE' as const }) },
      'CANDLES_UNAVAILABLE',
    ],
    [
      'candles of a proposed interval that are missing',
      { searches: true, proposeStudyPoints: async () => ({ refused: 'CANDLES_UNAVAILABLE' as const }) },
      'CANDLES_UNAVAILABLE',
    ],
    [
      'a runner that has lost its sandbox',
      {
        runPoints: async () => {
          throw ApplicationFailure.nonRetryable('no sandbox', 'SandboxUnavailable');
        },
      },
      'STRATEGIES_UNAVAILABLE',
    ],
    [
      'points that cannot be simulated',
      {
        scoreStudyBatch: async () => {
          throw ApplicationFailure.nonRetryable('the disk is full');
        },
      },
      'STUDY_FAILED',
    ],
  ] as const)('ends as failed for %s', async ([, script, refused]) => {
    const { ends } = await runWith(3, script);
    expect(ends).toMatchObject([{ status: 'failed', refusal: { refused } }]);
  });
});

test.each([...RECORDED, ...EARLIER])('the history of a %s study replays', async (name) => {
  await workflows.replay(`run-study.${name}`);
});
