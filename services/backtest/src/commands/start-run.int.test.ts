// The limit of runs at once, on a real event store: it holds however many start at the same moment.
import {
  FAILED_COMPUTE_MINUTES_PER_HOUR,
  isRefusal,
  RUNS_AT_ONCE_MAX,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { sharedByTests, silentLog, startEventServer } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { created, NOW, saved, startedRun, userId } from '../../fixtures/workspace-facts.ts';
import { runAggregate, settlementOf } from '../domain/run.ts';
import { studyAggregate } from '../domain/study.ts';
import { workspaceAggregate } from '../domain/workspace.ts';
import { admitTry, settleTry } from './admit-run.ts';
import { endRun, settleRun } from './end-run.ts';
import { startRun } from './start-run.ts';

const events = sharedByTests(startEventServer);

/** A process of the service, with its own connection and caches. */
const openProcess = async () => {
  const nc = await events.connect();
  const dependencies = { nc, log: silentLog, now: () => new Date() };
  const workspaces = openAggregates(dependencies, workspaceAggregate);
  const runs = openAggregates(dependencies, runAggregate);
  const studies = openAggregates(dependencies, studyAggregate);
  return { workspaces, runs, studies };
};
type Process = Awaited<ReturnType<typeof openProcess>>;

const workspaceOf = async ({ workspaces }: Process, owner: string) => {
  const chat = created('c1', 'Alpha') as Extract<WorkspaceEvent, { type: 'ChatCreated' }>;
  await workspaces.execute(owner, { commandId: 'chat' }, () => [
    { ...chat, data: { ...chat.data, userId: owner } },
  ]);
};
const start = (process: Process, owner: string, runId: string) => {
  const data = { ...startedRun.data, userId: owner, runId };
  return startRun(process, { data, asked: { runId }, correlationId: runId });
};
const fail = ({ runs }: Process, owner: string, runId: string, computeMs = 0) =>
  endRun(runs, {
    type: 'FailRun',
    data: {
      ...{ runId, chatId: 'c1', userId: owner, computeMs },
      ...{ strategyError: 'no', line: 1, refusal: null, report: null },
    },
  });

test('of twenty runs that are started at once in two processes three start', async () => {
  const processes = [await openProcess(), await openProcess()];
  await workspaceOf(processes[0] as Process, userId);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      start(processes[number % 2] as Process, userId, `race-${number}`),
    ),
  );
  expect(outcomes.filter((outcome) => 'written' in outcome)).toHaveLength(RUNS_AT_ONCE_MAX);
  const { state } = await (processes[0] as Process).workspaces.load(userId);
  expect(state.activeRuns).toHaveLength(RUNS_AT_ONCE_MAX);
});

test('of nine tries that begin at once in two processes three begin, and each counts once, however often it is requested', async () => {
  const processes = [await openProcess(), await openProcess()];
  await workspaceOf(processes[0] as Process, 'eve');
  const tryOut = (process: number, number: number) =>
    admitTry(processes[process] as Process, { userId: 'eve', chatId: 'c1', runId: `try-${number}` });
  const outcomes = await Promise.all(Array.from({ length: 9 }, (_, number) => tryOut(number % 2, number)));
  const begun = [...outcomes.keys()].filter((number) => !isRefusal(outcomes[number] as object));
  expect(begun).toHaveLength(RUNS_AT_ONCE_MAX);
  const failed = { attempt: '1', failedMs: FAILED_COMPUTE_MINUTES_PER_HOUR * 30_000 };
  for (const number of begun) {
    expect(await tryOut(0, number)).toMatchObject({ events: [] });
    const ids = { userId: 'eve', chatId: 'c1', runId: `try-${number}` };
    await settleTry(processes[0] as Process, ids, failed);
    await settleTry(processes[1] as Process, ids, failed);
  }
  expect(await tryOut(0, 10)).toMatchObject({ refused: 'FAILED_RUNS_LIMIT' });
  const { state } = await (processes[1] as Process).workspaces.load('eve');
  expect(state).toMatchObject({
    activeRuns: [],
    failedRuns: begun.map(() => ({ computeMs: expect.any(Number) })),
  });
});

test('a try that is begun again after it has failed gets a place, releases it, and counts once more', async () => {
  const process = await openProcess();
  await workspaceOf(process, 'zoe');
  const ids = { userId: 'zoe', chatId: 'c1', runId: 'again' };
  for (const attempt of ['1', '2']) {
    expect(await admitTry(process, ids)).toMatchObject({ events: [{ type: 'RunAdmitted' }] });
    await settleTry(process, ids, { attempt, failedMs: 7_000 });
  }
  const { state } = await process.workspaces.load('zoe');
  expect(state).toMatchObject({ activeRuns: [], failedRuns: [{ computeMs: 7_000 }, { computeMs: 7_000 }] });
});

test('a run that has ended makes room at once, before any reaction to its end', async () => {
  const process = await openProcess();
  await workspaceOf(process, 'bob');
  for (const number of [1, 2, 3])
    expect(await start(process, 'bob', `bob-${number}`)).toHaveProperty('written');
  expect(await start(process, 'bob', 'bob-4')).toMatchObject({ refused: 'TOO_MANY_RUNS' });
  await fail(process, 'bob', 'bob-2');
  expect(await start(process, 'bob', 'bob-4')).toHaveProperty('written');
  expect(await start(process, 'bob', 'bob-5')).toMatchObject({ refused: 'TOO_MANY_RUNS' });
});

test('a run that is started again is the same run and takes no second place', async () => {
  const process = await openProcess();
  await workspaceOf(process, 'cid');
  const first = await start(process, 'cid', 'cid-1');
  expect(await start(process, 'cid', 'cid-1')).toEqual({ ...first, isRepeated: true });
  const { state } = await process.workspaces.load('cid');
  expect(state.activeRuns.map(({ runId }) => runId)).toEqual(['cid-1']);
  await settleRun(process.workspaces, { runId: 'cid-1', chatId: 'c1', userId: 'cid' }, { resultBytes: 0 });
  expect((await process.workspaces.load('cid')).state.activeRuns).toEqual([]);
});

test('the time of failed runs is counted over all processes, and at its end no more are started', async () => {
  const processes = [await openProcess(), await openProcess()];
  await workspaceOf(processes[0] as Process, 'dan');
  for (const [number, process] of processes.entries()) {
    expect(await start(process, 'dan', `dan-${number}`)).toHaveProperty('written');
    await fail(process, 'dan', `dan-${number}`, FAILED_COMPUTE_MINUTES_PER_HOUR * 30_000);
    const ids = { runId: `dan-${number}`, chatId: 'c1', userId: 'dan' };
    const { state: run } = await process.runs.load(ids.runId);
    if (run.status !== 'ended') throw new Error('the run has not ended');
    await settleRun(process.workspaces, ids, settlementOf(run.outcome));
  }
  for (const process of processes)
    expect(await start(process, 'dan', 'dan-more')).toMatchObject({ refused: 'FAILED_RUNS_LIMIT' });
});

test('a run knows when its file was first saved; one of a file that is gone, and a private one, do not', async () => {
  const process = await openProcess();
  await workspaceOf(process, 'fay');
  const file = saved('c1', 'strategy_a.py') as Extract<WorkspaceEvent, { type: 'StrategyFileSaved' }>;
  await process.workspaces.execute('fay', { commandId: 'file' }, () => [
    { ...file, data: { ...file.data, userId: 'fay' } },
  ]);
  const createdAtOf = async (runId: string, changed: object) => {
    const data = { ...startedRun.data, userId: 'fay', runId, ...changed };
    await startRun(process, { data, asked: { runId }, correlationId: runId });
    const { state } = await process.runs.load(runId);
    return state.status === 'running' ? state.started.strategyCreatedAt : state.status;
  };
  expect(await createdAtOf('dated', {})).toBe(NOW);
  expect(await createdAtOf('gone', { strategyFilename: 'strategy_gone.py' })).toBeUndefined();
  expect(
    await createdAtOf('private', {
      code: null,
      privateStrategyId: 'trendbot_2_0',
      strategyFilename: 'TrendBot 2.0',
    }),
  ).toBeUndefined();
});
