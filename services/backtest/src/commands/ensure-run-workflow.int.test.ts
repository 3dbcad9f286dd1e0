// A run that has not ended always gets a workflow, once at a time; one that has ended never does.
import { Client, Connection } from '@temporalio/client';
import type { RunEvent } from '@tradeium/contracts';
import { type Aggregates, openAggregates } from '@tradeium/event-store';
import { type EventServer, sharedTemporalAddress, silentLog, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '../aggregates.ts';
import { decideRun, type Run, type RunCommand, runAggregate } from '../domain/run.ts';
import { workspaceAggregate } from '../domain/workspace.ts';
import { RUN_BACKTEST } from '../workflows/run-backtest-contract.ts';
import { ensureRunWorkflow } from './ensure-run-workflow.ts';

const STARTED_AT = '2026-01-01T00:00:00.000Z';
let events: EventServer;
let client: Client;
let runs: Aggregates<Run, RunEvent>;
let workspaces: Stores['workspaces'];
let count = 0;

beforeAll(async () => {
  events = await startEventServer();
  const nc = await events.connect();
  workspaces = openAggregates({ nc, log: silentLog, now: () => new Date(STARTED_AT) }, workspaceAggregate);
  runs = openAggregates({ nc, log: silentLog, now: () => new Date(STARTED_AT) }, runAggregate);
  const chat = { userId: 'user', chatId: 'chat', name: 'Chat', conversationId: 'c1' };
  await workspaces.change(
    'user',
    { type: 'CreateChat', ...chat },
    { commandId: 'chat', userId: 'user', correlationId: 'chat' },
  );
  client = new Client({ connection: await Connection.connect({ address: await sharedTemporalAddress() }) });
});
afterAll(async () => {
  await client.connection.close();
  await events.stop();
});

const execute = (runId: string, command: RunCommand) =>
  runs.execute(runId, { commandId: `${command.type}:${runId}` }, (run) => decideRun(command, run));

const startedRun = async (chatId = 'chat'): Promise<string> => {
  count += 1;
  const runId = `ensure-${process.pid}-${count}`;
  const settings = {
    portfolio: ['USDT', 'BTC'],
    timeframe: '24h' as const,
    fees: 0.001,
    start_date: '2024-01-01',
    end_date: '2024-12-31',
  };
  const data = {
    runId,
    chatId,
    userId: 'user',
    strategyFilename: 'strategy_a.py',
    strategyVersion: 1,
    code: 'a'.repeat(64),
    settings,
    privateStrategyId: null,
    parameters: {},
  };
  await execute(runId, { type: 'StartRun', data });
  return runId;
};

const ensure = (runId: string) =>
  ensureRunWorkflow({ runs, workspaces, workflows: client.workflow }, runId, STARTED_AT);
const execution = async (runId: string) => {
  const { runId: id, status } = await client.workflow.getHandle(RUN_BACKTEST.workflowIdOf(runId)).describe();
  return { id, status: status.name };
};

test('a second start finds the workflow of the first', async () => {
  const runId = await startedRun();
  await ensure(runId);
  const first = await execution(runId);
  await ensure(runId);
  expect(first.status).toBe('RUNNING');
  expect(await execution(runId)).toEqual(first);
});

test('a run is cancelled once its workflow is there, if its chat was deleted before', async () => {
  const isCancelled = async (runId: string) => {
    const { events: history } = await client.workflow
      .getHandle(RUN_BACKTEST.workflowIdOf(runId))
      .fetchHistory();
    return history?.some(({ workflowExecutionCancelRequestedEventAttributes: asked }) => asked) ?? false;
  };
  const [kept, gone] = [await startedRun(), await startedRun('deleted-chat')];
  await ensure(kept);
  await ensure(gone);
  expect(await isCancelled(kept)).toBe(false);
  expect(await isCancelled(gone)).toBe(true);
});

test('a workflow that was lost on its way is started again', async () => {
  const runId = await startedRun();
  await ensure(runId);
  const first = await execution(runId);
  await client.workflow.getHandle(RUN_BACKTEST.workflowIdOf(runId)).terminate();
  await ensure(runId);
  const second = await execution(runId);
  expect(second.status).toBe('RUNNING');
  expect(second.id).not.toBe(first.id);
});

test('a run that has ended is left alone', async () => {
  const runId = await startedRun();
  const ids = { runId, chatId: 'chat', userId: 'user' };
  const data = { ...ids, strategyError: 'no', line: 1, refusal: null, report: null, computeMs: 0 };
  await execute(runId, { type: 'FailRun', data });
  await ensure(runId);
  await expect(execution(runId)).rejects.toThrow(/not found/i);
});
