// On a real Temporal server: weights for other services and the erasure of a workspace, whose stored histories replay.

import { Context } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { openWorkflows } from '../../fixtures/workflows-under-test.ts';
import type { WeightsActivities, WeightsAnswer, WeightsJob } from './compute-weights-contract.ts';
import type { EraseActivities } from './erase-workspace-contract.ts';
import { STRATEGY_STARTED_SIGNAL, STRATEGY_TASK_QUEUE } from './run-backtest-contract.ts';

const HISTORIES = ['compute-weights.completed', 'compute-weights.refused', 'erase-workspace'] as const;
const DIGEST = 'a'.repeat(64);
const SETTINGS = { portfolio: ['USDT', 'BTC'], timeframe: '24h', fees: 0.001 } as const;
const JOB: WeightsJob = {
  userId: 'ann',
  requestId: 'weights-1',
  code: DIGEST,
  privateStrategyId: null,
  purpose: 'try',
  settings: { ...SETTINGS, portfolio: [...SETTINGS.portfolio], start_date: '2026-01-01', end_date: null },
};
const CANDLES = {
  candles: 'b'.repeat(64),
  end_date: '2026-02-01',
  bars: 432,
  first_bar: 400,
  newest_open_ms: Date.UTC(2026, 1, 1),
};
const STRATEGY = { ok: true, weights: 'c'.repeat(64) };

const workflows = sharedByTests(openWorkflows);

/** With a runner that answers with weights; `loadRange` gets the candles. */
const weightsOf = async (
  loadRange: WeightsActivities['loadRange'],
  history: (typeof HISTORIES)[number] | null,
) => {
  const jobs: unknown[] = [];
  const runStrategy = async (job: unknown) => {
    jobs.push(job);
    return STRATEGY;
  };
  const runner = await Worker.create({
    connection: workflows.connection,
    namespace: workflows.namespace,
    taskQueue: STRATEGY_TASK_QUEUE,
    activities: { runStrategy },
  });
  const answer = (await runner.runUntil(
    workflows.outcomeOf('computeWeights', [JOB], { loadRange, settleTry: async () => undefined }, history),
  )) as WeightsAnswer;
  return { answer, jobs };
};

test('weights are those of the strategy on the candles of the range', async () => {
  const { answer, jobs } = await weightsOf(async () => CANDLES, 'compute-weights.completed');
  expect(answer).toEqual({ candles: CANDLES, strategy: STRATEGY, computeMs: 0 });
  const settings = { ...JOB.settings, end_date: CANDLES.end_date };
  expect(jobs).toEqual([{ run_id: JOB.requestId, candles: CANDLES.candles, settings, code: DIGEST }]);
});

test('the time of code that fails, or that nobody pays for, is counted at its end', async () => {
  const settled: unknown[] = [];
  const settleTry: WeightsActivities['settleTry'] = async ({ requestId }, failedMs) => {
    settled.push([requestId, failedMs]);
  };
  const outcomes = [STRATEGY, STRATEGY, { ok: false, kind: 'exception', line: 1, report: DIGEST }];
  const runStrategy = async () => {
    const { workflowExecution } = Context.current().info;
    const { workflow } = workflows.client;
    await workflow.getHandle(workflowExecution?.workflowId ?? '').signal(STRATEGY_STARTED_SIGNAL);
    return outcomes.shift();
  };
  const runner = await Worker.create({
    connection: workflows.connection,
    namespace: workflows.namespace,
    taskQueue: STRATEGY_TASK_QUEUE,
    activities: { runStrategy },
  });
  const activities = { loadRange: async () => CANDLES, settleTry };
  await runner.runUntil(async () => {
    for (const [requestId, purpose] of [
      ['tried', 'try'],
      ['previewed', 'preview'],
      ['failed', 'try'],
    ] as const)
      await workflows.outcomeOf('computeWeights', [{ ...JOB, requestId, purpose }], activities, null);
  });
  expect(settled).toEqual([
    ['tried', undefined],
    ['previewed', expect.any(Number)],
    ['failed', expect.any(Number)],
  ]);
});

test('without candles the strategy does not run', async () => {
  const { answer, jobs } = await weightsOf(
    async () => ({ refused: 'CANDLES_UNAVAILABLE' }),
    'compute-weights.refused',
  );
  expect(answer).toEqual({ refused: 'CANDLES_UNAVAILABLE', computeMs: 0 });
  expect(jobs).toEqual([]);
});

test('new runs are blocked before the existing ones are erased', async () => {
  const calls: unknown[] = [];
  const activities: EraseActivities = {
    eraseChats: async (userId) => {
      calls.push(['chats', userId]);
      return 17;
    },
    eraseRuns: async (userId, after) => {
      calls.push(['runs', userId, after]);
    },
  };
  await workflows.outcomeOf('eraseWorkspace', ['ann'], activities, 'erase-workspace');
  expect(calls).toEqual([
    ['chats', 'ann'],
    ['runs', 'ann', 17],
  ]);
});

test.each(HISTORIES)('the history %s replays', (name) => workflows.replay(name));
