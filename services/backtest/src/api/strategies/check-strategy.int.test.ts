// A check from the request to Python's parser and back: real Temporal, NATS, runner and sandbox.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { messageOf, SERVICES } from '@tradeium/contracts';
import {
  type Blobs,
  openBlobs,
  openLog,
  openMetrics,
  openRequestClient,
  type RequestClient,
  serveRequests,
} from '@tradeium/service-kit';
import { type EventServer, sharedTemporalAddress, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStrategyRunner } from '../../../fixtures/strategy-runner.ts';
import { openWorkflows, type WorkflowsUnderTest } from '../../../fixtures/workflows-under-test.ts';
import { CHECK_STRATEGY } from '../../workflows/check-strategy-contract.ts';
import { checkStrategy } from './check-strategy.ts';

const GOOD = 'def strategy(candles, settings):\n    return candles.close * 0\n';

let workflows: WorkflowsUnderTest;
let server: EventServer;
let directory: string;

type Checks = {
  client: RequestClient;
  /** How the last check in a user's first slot ended. */
  statusOf(userId: string): Promise<string>;
  close(): Promise<void>;
};

/** The service's answers, in a Temporal namespace of its own. */
const open = async (name: string, { hasRunner = true } = {}): Promise<Checks> => {
  const namespace = `${name}-${process.pid}`;
  const { connection } = workflows.client;
  const day = { seconds: 86_400 as never };
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: day });
  const worker = await Worker.create({
    connection: workflows.connection,
    namespace,
    taskQueue: SERVICES.backtest.context,
    workflowBundle: workflows.bundle,
    shutdownGraceTime: '10 ms',
  });
  const running = worker.run();
  const nc = await server.connect();
  const blobs: Blobs = openBlobs({ directory });
  const { workflow } = new Client({ connection, namespace });
  const serving = serveRequests({
    nc,
    handlers: [checkStrategy({ workflows: workflow, blobs })],
    log: openLog('backtest', 'fatal'),
    metrics: openMetrics('backtest'),
    blobs,
    waitForWrites: async () => undefined,
  });
  const strategyRunner = hasRunner
    ? await startStrategyRunner({
        TEMPORAL_ADDRESS: await sharedTemporalAddress(),
        TEMPORAL_NAMESPACE: namespace,
        BLOBS_DIRECTORY: directory,
        RUNNER_WARM_INTERPRETERS: '1',
      })
    : null;
  return {
    client: openRequestClient(nc, blobs),
    statusOf: async (userId) =>
      (await workflow.getHandle(CHECK_STRATEGY.workflowIdOf(userId, '1')).describe()).status.name,
    close: async () => {
      await strategyRunner?.stop();
      await serving.stop();
      worker.shutdown();
      await running;
    },
  };
};

let checks = 0;
const check = (client: RequestClient, strategy_code: string, userId = 'ann') => {
  checks += 1;
  const context = { userId, commandId: `check-${checks}`, correlationId: 'test' };
  return client.request(messageOf('checkStrategy'), { strategy_code }, context, { timeoutMs: 20_000 });
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-checks-'));
  [workflows, server] = await Promise.all([openWorkflows(), startEventServer()]);
});
afterAll(async () => {
  await workflows.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('with a runner', () => {
  let opened: Checks;
  let client: RequestClient;
  beforeAll(async () => {
    opened = await open('checks');
    ({ client } = opened);
    await check(client, GOOD);
  });
  afterAll(() => opened?.close());

  // spec: live.19
  test('good code has no problems, and wrong code those that the parser and the contract find', async () => {
    expect(await check(client, GOOD)).toMatchObject({ output: { problems: [] } });
    expect(await check(client, 'def strategy(candles, settings):\n    return (\n')).toMatchObject({
      output: {
        problems: [
          { line: 2, column: 12, end_line: 2, end_column: 13, message: "SyntaxError: '(' was never closed" },
        ],
      },
    });
    const message = 'strategy must take two arguments: def strategy(candles, settings)';
    expect(await check(client, 'def strategy(candles): pass')).toMatchObject({
      output: { problems: [{ line: 1, message }] },
    });
  });

  test.each([
    ['brackets without end', '('.repeat(250_000), 'SyntaxError: too many nested parentheses'],
    ['signs without end', `x = ${'-'.repeat(250_000)}1`, 'too deeply nested'],
    ['null bytes', `${GOOD}\0`, 'null bytes'],
    ['a coding cookie', '# -*- coding: utf-7 -*-\n', 'no function named strategy'],
    ['control characters, of which each is written as six', '\x01'.repeat(100_000), 'invalid non-printable'],
  ])('%s are a problem like any other', async (_, code, message) => {
    expect(await check(client, code)).toMatchObject({
      output: { problems: [{ message: expect.stringContaining(message) }] },
    });
  });

  test('a lone surrogate is checked as it would be saved', async () => {
    expect(await check(client, `${GOOD}x = '\ud800'`)).toMatchObject({ output: { problems: [] } });
  });

  // spec: live.21
  test('a user has two checks at once, another user has his own', async () => {
    const mine = await Promise.all(Array.from({ length: 4 }, () => check(client, GOOD, 'bob')));
    const refused = mine.filter((result) => 'refused' in result);
    expect(refused).toEqual(refused.map(() => ({ refused: 'TOO_MANY_REQUESTS' })));
    expect(refused.length).toBeGreaterThan(0);
    expect(mine.length - refused.length).toBeGreaterThanOrEqual(2);
    const both = await Promise.all([check(client, GOOD, 'cid'), check(client, GOOD, 'dan')]);
    expect(both).toMatchObject([{ output: { problems: [] } }, { output: { problems: [] } }]);
    expect(await check(client, GOOD, 'bob')).toMatchObject({ output: { problems: [] } });
  });

  test('checks leave no files, even where two users write the same, and one is refused', async () => {
    const users = ['eve', 'eve', 'eve', 'eve', 'fay', 'gus'];
    await Promise.all(users.map((userId) => check(client, `${GOOD}# the same\n`, userId)));
    const left = await readdir(directory, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  // spec: live.20
  test('an answer comes while one types', async () => {
    // One that takes longer than a user waits is refused.
    for (let n = 0; n < 15; n += 1)
      expect(await check(client, `${GOOD}# ${n}\n`)).toMatchObject({ output: { problems: [] } });
  });
});

// spec: live.22
test('without a runner, or one that has a sandbox, the answer soon says so', async () => {
  const { client, statusOf, close } = await open('no-runner', { hasRunner: false });
  expect(await check(client, GOOD)).toEqual({ refused: 'STRATEGIES_UNAVAILABLE' });
  // Its activity was given up; a check that lasts as long as it may is timed out.
  expect(await statusOf('ann')).toBe('FAILED');
  await close();
});
