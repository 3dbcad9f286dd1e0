// Running a backtest over HTTP: one answer when the run ends, despite lost connections and services.
import { type ExecuteResponse, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler, openLog, openMetrics, serveRequests } from '@tradeium/service-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

let edge: Edge;
let cookie: string;
const started: { run_id: string | undefined; commandId: string }[] = [];

const ended = (run_id: string): ExecuteResponse => ({
  success: true,
  run_id,
  summary: 'Done',
  filename: 'backtest_1',
  dataframe_info: null,
  error: null,
  strategy_error: null,
  strategy_error_line: null,
  strategy_error_source: null,
  strategy_success: true,
  strategy_dataframe_info: null,
  findings: [],
  prints: null,
  cost_vut: 20,
});

/** The service: a run named `broke…` ends with a refusal, one named `slow…` at the third question. */
const questions: string[] = [];
const asked = (runId: string) => questions.filter((question) => question === runId).length;
const service: Handler[] = [
  handler(MESSAGES.startRun, async ({ run_id, focused_strategy }, { commandId }) => {
    started.push({ run_id, commandId });
    return focused_strategy === 'none'
      ? refuse('STRATEGY_FILE_NOT_FOUND')
      : answer({ run_id: run_id as string });
  }),
  handler(MESSAGES.awaitRun, async ({ run_id }) => {
    questions.push(run_id);
    if (run_id.startsWith('broke')) return refuse('INSUFFICIENT_CREDITS', { required: 12.5, available: 3 });
    if (run_id.startsWith('slow') && asked(run_id) < 3) return answer({ result: null });
    return answer({ result: ended(run_id) });
  }),
];
const serve = () =>
  serveRequests({
    nc: edge.nc,
    handlers: service,
    log: openLog('backtest', 'fatal'),
    metrics: openMetrics('backtest'),
    blobs: edge.blobs,
    waitForWrites: async () => undefined,
  });
let serving: ReturnType<typeof serve>;

beforeAll(async () => {
  edge = await startEdge();
  cookie = edge.signIn(userNamed('ann'));
  serving = serve();
  await edge.nc.flush();
});
beforeEach(() => {
  started.length = 0;
  questions.length = 0;
});
afterAll(() => edge.close());

const settings = {
  backtest_id: 'c1',
  fees: 0.001,
  portfolio: ['USDT', 'BTC'],
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  timeframe: '24h',
  focused_strategy: 'strategy_0',
};
const execute = (more: object, headers: Record<string, string> = {}) =>
  edge.send('/api/backtest/execute', { cookie, body: { ...settings, ...more }, headers });

test('answers with the result once there is one', async () => {
  const response = await execute({ run_id: 'slow-run-1' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(ended('slow-run-1'));
  expect(questions).toHaveLength(3);
});

test('the same idempotency key is the same run, another one is not', async () => {
  for (const key of ['k1', 'k1', 'k2']) await execute({}, { 'idempotency-key': key });
  const [first, again, other] = started;
  expect(again).toEqual(first);
  expect(other?.run_id).not.toBe(first?.run_id);
});

test('a run is a new one where the client names neither run nor key', async () => {
  await execute({});
  await execute({});
  expect(new Set(started.map(({ run_id }) => run_id)).size).toBe(2);
});

test('a refused start is the answer', async () => {
  const response = await execute({ focused_strategy: 'none' });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'STRATEGY_FILE_NOT_FOUND' });
});

test('a run that ends for lack of credits is a 402 with the amounts', async () => {
  const response = await execute({ run_id: 'broke-run-1' });
  expect(response.status).toBe(402);
  expect(await response.json()).toEqual({
    code: 'INSUFFICIENT_CREDITS',
    detail: {
      message: 'Insufficient VUT credits. Please top up your account to continue.',
      required: 12.5,
      available: 3,
    },
  });
});

test('a service that is down for a while costs nothing but time', async () => {
  await serving.stop();
  const waiting = execute({ run_id: 'away-run-1' });
  setTimeout(() => {
    serving = serve();
  }, 1_000);
  expect(await (await waiting).json()).toEqual(ended('away-run-1'));
});

test('polling stops for a client that leaves, and continues for another', async () => {
  const leaving = new AbortController();
  const body = { ...settings, run_id: 'slow-run-2' };
  const waiting = edge.send('/api/backtest/execute', { cookie, body, signal: leaving.signal });
  await expect.poll(() => asked('slow-run-2')).toBe(1);
  leaving.abort();
  await expect(waiting).rejects.toThrow();
  expect((await execute({ run_id: 'slow-run-3' })).status).toBe(200);
  expect([asked('slow-run-2'), asked('slow-run-3')]).toEqual([1, 3]);
});

test('a gateway that stops answers a client that waits for a run', async () => {
  const asked = Promise.withResolvers<void>();
  const other = await startEdge([
    handler(MESSAGES.startRun, async ({ run_id }) => answer({ run_id: run_id as string })),
    handler(MESSAGES.awaitRun, async () => {
      asked.resolve();
      return new Promise(() => undefined);
    }),
  ]);
  const sent = { cookie: other.signIn(userNamed('ann')), body: settings };
  const waiting = other.send('/api/backtest/execute', sent);
  await asked.promise;
  const closing = other.close();
  // A request that waits for its run would be cut off without an answer.
  expect((await waiting).status).toBe(503);
  await closing;
});
