// Other services request the candles of a range, and a strategy's weights on it.
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { type NativeConnection, Worker } from '@temporalio/worker';
import {
  backtestEvents,
  FAILED_COMPUTE_MINUTES_PER_HOUR,
  isRefusal,
  MESSAGES,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { silentLog } from '@tradeium/testing';
import { makeTable, tableToIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_LOOK_AHEAD } from '../../../fixtures/causality.ts';
import { type RunningService, startRunningService } from '../../../fixtures/running-service.ts';
import { digest } from '../../../fixtures/workspace-facts.ts';
import { decodePanel } from '../../candles/panel.ts';
import { admitTry, settleTry } from '../../commands/admit-run.ts';
import { runAggregate } from '../../domain/run.ts';
import { studyAggregate } from '../../domain/study.ts';
import { workspaceAggregate } from '../../domain/workspace.ts';
import {
  REBALANCE_TASK_QUEUE,
  STRATEGY_STARTED_SIGNAL,
  STRATEGY_TASK_QUEUE,
  type StrategyAnswer,
  type StrategyJob,
} from '../../workflows/run-backtest-contract.ts';

let running: RunningService;
let connection: NativeConnection;
let runners: Worker[];
let polling: Promise<void>[];
const jobs: StrategyJob[] = [];
const workflowIds: string[] = [];
let namespace: string;
let answer: Promise<StrategyAnswer>;

beforeAll(async () => {
  running = await startRunningService({ withLedger: false });
  const { DefaultLogger, NativeConnection, Runtime } = await import('@temporalio/worker');
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  namespace = running.temporal.TEMPORAL_NAMESPACE;
  connection = await NativeConnection.connect({ address: running.temporal.TEMPORAL_ADDRESS });
  const runStrategy = (job: StrategyJob) => {
    jobs.push(job);
    workflowIds.push(Context.current().info.workflowExecution?.workflowId ?? '');
    return answer;
  };
  const shared = { connection, namespace, activities: { runStrategy }, shutdownGraceTime: '10 ms' } as const;
  runners = await Promise.all(
    [STRATEGY_TASK_QUEUE, REBALANCE_TASK_QUEUE].map((taskQueue) => Worker.create({ ...shared, taskQueue })),
  );
  polling = runners.map((runner) => runner.run());
});
afterAll(async () => {
  for (const runner of runners) runner.shutdown();
  await Promise.all(polling);
  await connection.close();
  await running.stop();
});

const range = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h' as const,
  start_date: '2024-01-01',
  end_date: '2024-03-31',
};
const context = { userId: 'agent', commandId: 'any', correlationId: 'any' };
const weightsOf = async (request_id: string, wait_ms: number, more: object = {}) => {
  const purpose = 'preview' as const;
  const input = {
    ...range,
    request_id,
    fees: 0.001,
    strategy: { code: digest('a') },
    purpose,
    wait_ms,
    ...more,
  };
  const result = await running.client.request(MESSAGES.computeWeights, input, context, { timeoutMs: 30_000 });
  return outputOf(result).result;
};

test('candles of a range come as a file, with 400 days before them', async () => {
  const candles = outputOf(
    await running.client.request(MESSAGES.readCandles, range, context, { timeoutMs: 30_000 }),
  );
  const panel = decodePanel(await running.blobs.get(candles.candles));
  expect(panel).toMatchObject({ timeframe: '24h', coins: ['BTC', 'ETH'], firstBar: candles.first_bar });
  expect(panel.timestamps).toHaveLength(candles.bars);
  expect(candles).toMatchObject({
    first_bar: 400,
    bars: 400 + 91,
    end_date: '2024-03-31',
    newest_open_ms: Date.parse('2024-03-31'),
  });
});

test('candles without an end reach to the newest bar that has closed', async () => {
  const input = { ...range, end_date: null };
  const candles = outputOf(
    await running.client.request(MESSAGES.readCandles, input, context, { timeoutMs: 30_000 }),
  );
  const panel = decodePanel(await running.blobs.get(candles.candles));
  expect(candles.newest_open_ms).toBe(panel.timestamps.at(-1));
  expect(candles.newest_open_ms).toBeGreaterThan(Date.parse('2024-03-31'));
  expect(candles.end_date).toBe(new Date(candles.newest_open_ms).toISOString().slice(0, 10));
});

test('candles of an unknown coin are refused', async () => {
  const input = { ...range, portfolio: ['USDT', 'BTC', 'NOPE'] };
  expect(await running.client.request(MESSAGES.readCandles, input, context)).toEqual({
    refused: 'UNKNOWN_COIN',
    data: { coin: 'NOPE' },
  });
});

test('weights are computed once, however often they are requested', async () => {
  const computing = Promise.withResolvers<StrategyAnswer>();
  answer = computing.promise;
  expect(await weightsOf('request-1', 0)).toBeNull();
  await expect.poll(() => jobs.length).toBe(1);
  expect(jobs[0]).toMatchObject({ code: digest('a'), settings: { end_date: '2024-03-31' }, reruns: false });
  computing.resolve({
    ok: true,
    weights: digest('b'),
    rows: 91,
    columns: 2,
    code_sha256: digest('a'),
    report: digest('c'),
    causality: NO_LOOK_AHEAD,
  });
  const { candles } = jobs[0] as StrategyJob;
  const computed = { ok: true, candles, weights: digest('b'), first_bar: 400, end_date: '2024-03-31' };
  expect(await weightsOf('request-1', 20_000)).toMatchObject(computed);
  expect(await weightsOf('request-1', 20_000)).toMatchObject(computed);
  expect(jobs).toHaveLength(1);
});

test("an author's mistake is an answer, with its line", async () => {
  answer = Promise.resolve({ ok: false, kind: 'exception', line: 3, report: digest('c') });
  expect(await weightsOf('request-2', 20_000, { end_date: null })).toEqual({
    ok: false,
    kind: 'exception',
    line: 3,
    report: digest('c'),
  });
  const { settings } = jobs.at(-1) as StrategyJob;
  expect(settings.end_date > '2024-03-31').toBe(true);
});

const trySettings = { ...range, fees: 0.001 };
const tryInput = (request_id: string, strategy_code: string) => ({
  ...{ request_id, chat_id: 'chat', strategy_code },
  settings: trySettings,
});
const tryCode = async (request_id: string, strategy_code: string) => {
  const input = tryInput(request_id, strategy_code);
  const waiting = { ...input, wait_ms: 20_000 };
  const result = await running.client.request(MESSAGES.tryStrategy, waiting, context, { timeoutMs: 30_000 });
  return outputOf(result).result;
};
const reportWith = (more: object) =>
  running.blobs.put(
    Buffer.from(
      JSON.stringify({ prints: 'hello', message: null, source_line: null, rerun_failure: null, ...more }),
    ),
  );

const halfAndHalf = async (): Promise<StrategyAnswer> => {
  const bars = 400 + 91;
  const half = () => new Float64Array(bars).fill(0.5);
  const weights = tableToIPC(makeTable({ BTC: half(), ETH: half() }), 'file');
  return {
    ok: true,
    weights: await running.blobs.put(weights),
    rows: 91,
    columns: 2,
    code_sha256: digest('a'),
    report: await reportWith({}),
    causality: NO_LOOK_AHEAD,
  };
};

test('code that is tried out answers with figures and findings, and its source does not stay', async () => {
  answer = halfAndHalf();
  const tried = await tryCode('try-1', 'def strategy(candles, settings): ...');
  expect(tried).toMatchObject({
    ok: true,
    bars: 91,
    coins: 2,
    cells: 182,
    look_ahead_dates: 45,
    prints: 'hello',
  });
  expect(tried).toMatchObject({ from: '2024-01-01', to: '2024-03-31', years: [{ year: 2024 }] });
  const { code } = jobs.at(-1) as Extract<StrategyJob, { code: string }>;
  await expect(running.blobs.get(code)).rejects.toThrow();
});

test("an author's mistake in code that is tried out is an answer with its text", async () => {
  const report = await reportWith({ message: "name 'x' is not defined" });
  answer = Promise.resolve({ ok: false, kind: 'exception', line: 3, report });
  expect(await tryCode('try-2', 'x')).toEqual({ ok: false, line: 3, message: "name 'x' is not defined" });
});

test("code that is stopped ends, and uses its user's time as failed code does", async () => {
  const never = Promise.withResolvers<StrategyAnswer>();
  answer = never.promise;
  const input = { request_id: 'try-3', chat_id: 'chat', strategy_code: 'slow', settings: trySettings };
  const ask = (wait_ms: number) =>
    running.client.request(MESSAGES.tryStrategy, { ...input, wait_ms }, context, { timeoutMs: 30_000 });
  const known = jobs.length;
  expect(outputOf(await ask(0)).result).toBeNull();
  await expect.poll(() => jobs.length).toBe(known + 1);
  await strategyStarts();
  const cancelled = await running.client.request(MESSAGES.cancelTry, input, context, { timeoutMs: 30_000 });
  expect(outputOf(cancelled).compute_ms).toBeGreaterThan(0);
  expect(await ask(20_000)).toMatchObject({ refused: 'RUN_CANCELLED' });
  never.resolve({ ok: false, kind: 'exception', line: 3, report: digest('c') });
  // The first two are previews, which nobody pays for.
  expect(await failedRunsOf('agent')).toEqual(['request-1', 'request-2', 'try-2', 'try-3']);
});

test("a result that is there when its try is stopped uses its user's time, once", async () => {
  const computing = Promise.withResolvers<StrategyAnswer>();
  answer = computing.promise;
  const input = tryInput('try-unused', 'quick');
  const asContext = { ...context, userId: 'una' };
  const known = jobs.length;
  const ask = (wait_ms: number) =>
    running.client.request(MESSAGES.tryStrategy, { ...input, wait_ms }, asContext, { timeoutMs: 30_000 });
  await ask(0);
  await expect.poll(() => jobs.length).toBe(known + 1);
  await strategyStarts();
  computing.resolve(await halfAndHalf());
  expect(outputOf(await ask(20_000)).result).toMatchObject({ ok: true });
  for (const _ of [1, 2]) {
    const stopped = await running.client.request(MESSAGES.cancelTry, input, asContext, { timeoutMs: 30_000 });
    expect(outputOf(stopped).compute_ms).toBeGreaterThan(0);
  }
  expect(await failedRunsOf('una')).toEqual(['try-unused']);
});

/** As the runner says it of the newest job. Resolves once the workflow counts its time, so that its end comes later. */
const strategyStarts = async () => {
  const connected = await Connection.connect({ address: running.temporal.TEMPORAL_ADDRESS });
  const { workflow } = new Client({ connection: connected, namespace });
  const handle = workflow.getHandle(workflowIds.at(-1) ?? '');
  await handle.signal(STRATEGY_STARTED_SIGNAL);
  const isCounting = async () => {
    const { events } = await handle.fetchHistory();
    const all = events ?? [];
    const signaled = all.findLastIndex((event) => event.workflowExecutionSignaledEventAttributes);
    return all.findLastIndex((event) => event.workflowTaskCompletedEventAttributes) > signaled;
  };
  await expect.poll(isCounting).toBe(true);
  await connected.close();
};

const failedRunsOf = async (userId: string) => {
  const workspaces = openAggregates(
    { nc: running.nc, log: silentLog, now: () => new Date() },
    { ...backtestEvents.workspace, stateVersion: 1_000, initial: [] as string[], evolve: runsSettled },
  );
  return (await workspaces.load(userId)).state;
};

const runsSettled = (runs: string[], { type, data }: WorkspaceEvent): string[] =>
  type === 'RunSettled' && data.failed !== null ? [...runs, data.runId] : runs;

const opened = () => ({ nc: running.nc, log: silentLog, now: () => new Date() });
const workspacesOf = () => openAggregates(opened(), workspaceAggregate);
const admitting = () => ({
  workspaces: workspacesOf(),
  runs: openAggregates(opened(), runAggregate),
  studies: openAggregates(opened(), studyAggregate),
});
const failing: StrategyAnswer = { ok: false, kind: 'exception', line: 3, report: digest('c') };
const askWeights = (
  userId: string,
  purpose: 'live' | 'paper' | 'preview',
  request_id = purpose as string,
  wait_ms = 20_000,
) =>
  running.client.request(
    MESSAGES.computeWeights,
    {
      ...range,
      request_id,
      fees: 0.001,
      strategy: { code: digest('a') },
      purpose,
      wait_ms,
    },
    { ...context, userId },
    { timeoutMs: 30_000 },
  );

const useUpTime = (userId: string) => {
  const failed = { attempt: '1', failedMs: FAILED_COMPUTE_MINUTES_PER_HOUR * 60_000 };
  return settleTry({ workspaces: workspacesOf() }, { userId, chatId: '', runId: 'other' }, failed);
};

test('a preview that fails counts once, and when failed code has used up its time only live weights are computed', async () => {
  answer = Promise.resolve(failing);
  const workspaces = workspacesOf();
  for (const _ of [1, 2])
    expect(outputOf(await askWeights('ben', 'preview')).result).toMatchObject({ ok: false });
  const { state } = await workspaces.load('ben');
  expect(state).toMatchObject({ activeRuns: [], failedRuns: [{ computeMs: 1_000 }] });
  await useUpTime('ben');
  const refused = { refused: 'FAILED_RUNS_LIMIT' };
  expect(await askWeights('ben', 'preview', 'another')).toMatchObject(refused);
  expect(await askWeights('ben', 'paper')).toMatchObject(refused);
  expect(outputOf(await askWeights('ben', 'live', 'live', 0)).result).toBeNull();
  expect(
    await running.client.request(
      MESSAGES.tryStrategy,
      { ...tryInput('try-4', 'x'), wait_ms: 0 },
      { ...context, userId: 'ben' },
    ),
  ).toMatchObject(refused);
});

test('what has begun is not refused half-way when its user has no free time left', async () => {
  const computing = Promise.withResolvers<StrategyAnswer>();
  answer = computing.promise;
  for (const purpose of ['paper', 'preview'] as const)
    expect(outputOf(await askWeights('kim', purpose, purpose, 0)).result).toBeNull();
  await useUpTime('kim');
  computing.resolve(failing);
  for (const purpose of ['paper', 'preview'] as const)
    expect(outputOf(await askWeights('kim', purpose)).result).toMatchObject({ ok: false });
  expect(await askWeights('kim', 'paper', 'another')).toMatchObject({ refused: 'FAILED_RUNS_LIMIT' });
});

test('the place of a preview that was admitted while it ended is freed with its result', async () => {
  answer = Promise.resolve(failing);
  outputOf(await askWeights('lea', 'preview'));
  const ids = { userId: 'lea', chatId: '', runId: 'preview' };
  expect(await admitTry(admitting(), ids)).toMatchObject({ events: [{}] });
  outputOf(await askWeights('lea', 'preview'));
  expect((await workspacesOf().load('lea')).state).toMatchObject({ activeRuns: [], failedRuns: [{}] });
});

test('what was computed for a rebalance is found for another purpose, too', async () => {
  answer = Promise.resolve(failing);
  const known = jobs.length;
  outputOf(await askWeights('mia', 'live', 'shared'));
  outputOf(await askWeights('mia', 'paper', 'shared'));
  expect(jobs).toHaveLength(known + 1);
});

test('of nine tries and previews that begin at once three begin', async () => {
  const never = Promise.withResolvers<StrategyAnswer>();
  answer = never.promise;
  const asContext = { ...context, userId: 'eve' };
  const asked = Array.from({ length: 9 }, (_, number) =>
    running.client.request(
      MESSAGES.tryStrategy,
      { ...tryInput(`many-${number}`, 'slow'), wait_ms: 0 },
      asContext,
      { timeoutMs: 30_000 },
    ),
  );
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter((outcome) => isRefusal(outcome))).toHaveLength(6);
  expect(await askWeights('eve', 'preview')).toMatchObject({ refused: 'TOO_MANY_RUNS' });
  for (const [number, outcome] of outcomes.entries())
    if (!isRefusal(outcome))
      await running.client.request(MESSAGES.cancelTry, tryInput(`many-${number}`, 'slow'), asContext, {
        timeoutMs: 30_000,
      });
  expect((await workspacesOf().load('eve')).state.activeRuns).toEqual([]);
  never.resolve(failing);
});

test('coins are summed up over a range of days', async () => {
  const input = { coins: ['BTC', 'ETH'], from: '2024-01-01', to: '2024-03-31' } as const;
  const result = await running.client.request(
    MESSAGES.summarizeCoins,
    { ...input, coins: [...input.coins] },
    context,
    { timeoutMs: 30_000 },
  );
  const { coins, correlations, to } = outputOf(result);
  expect(to).toBe('2024-03-31');
  expect(coins.map(({ coin }) => coin)).toEqual(['BTC', 'ETH']);
  expect(correlations).toMatchObject([{ a: 'BTC', b: 'ETH', correlation: expect.any(Number) }]);
  expect(outputOf(result)).toMatchObject({ left_out: [], made_up_candles: expect.any(Number) });
  const turned = { coins: ['BTC' as const], from: '2024-03-31', to: '2024-01-01' };
  expect(await running.client.request(MESSAGES.summarizeCoins, turned, context)).toMatchObject({
    refused: 'DATE_RANGE_INVALID',
  });
});
