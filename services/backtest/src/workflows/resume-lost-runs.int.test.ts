// All runs that lost their workflow get one again, and one that can't be resumed does not hold up the others.
import { Worker } from '@temporalio/worker';
import { subjectOf } from '@tradeium/contracts';
import { type Aggregates, openAggregates, type Projections, runProjections } from '@tradeium/event-store';
import {
  type EventServer,
  openTestDatabase,
  silentLog,
  startEventServer,
  type TestDatabase,
} from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkflows, type WorkflowsUnderTest } from '../../fixtures/workflows-under-test.ts';
import { startedRun } from '../../fixtures/workspace-facts.ts';
import { resumeActivities } from '../activities/resume-lost-runs.ts';
import { runAggregate } from '../domain/run.ts';
import { studyAggregate } from '../domain/study.ts';
import { workspaceAggregate } from '../domain/workspace.ts';
import { runsProjection } from '../projections/runs.ts';
import { studiesProjection } from '../projections/studies.ts';
import { RESUME_LOST_RUNS } from './resume-lost-runs-contract.ts';
import { RUN_BACKTEST } from './run-backtest-contract.ts';

const LOST_RUNS = 205;
const HISTORY = 'resume-lost-runs';

let workflows: WorkflowsUnderTest;
let events: EventServer;
let database: TestDatabase;
let nc: NatsConnection;
let projections: Projections;

beforeAll(async () => {
  [workflows, events, database] = await Promise.all([
    openWorkflows(),
    startEventServer(),
    openTestDatabase(),
  ]);
  nc = await events.connect();
  const dependencies = { nc, log: silentLog, now: () => new Date('2026-01-01T00:00:00.000Z') };
  projections = await runProjections({
    ...dependencies,
    mongo: database.connection,
    projections: [runsProjection, studiesProjection],
  });
});
afterAll(async () => {
  await projections.stop();
  await workflows.close();
  await events.stop();
  await database.close();
});

const runIdOf = (number: number): string => `lost-${process.pid}-${String(number).padStart(4, '0')}`;

const startRuns = async (runs: Aggregates<unknown, typeof startedRun>): Promise<void> => {
  const all = Array.from({ length: LOST_RUNS }, async (_, number) => {
    const runId = runIdOf(number);
    const event = { ...startedRun, data: { ...startedRun.data, runId } };
    await runs.execute(runId, { commandId: `start:${runId}` }, () => [event]);
  });
  await Promise.all(all);
};

test('more runs than one page are all resumed, but for one whose events cannot be read', async () => {
  const dependencies = { nc, log: silentLog, now: () => new Date('2026-01-01T00:00:00.000Z') };
  const runs = openAggregates(dependencies, runAggregate);
  await startRuns(runs as never);
  await nc.jetstream().publish(subjectOf('backtest', 'run', runIdOf(3)), 'no commit');
  await expect.poll(() => projections.caughtUp(10_000)).toBe(true);
  const taskQueue = `resume-${process.pid}`;
  const worker = await Worker.create({
    connection: workflows.connection,
    namespace: workflows.namespace,
    taskQueue,
    workflowBundle: workflows.bundle,
    activities: resumeActivities({
      runs: openAggregates(dependencies, runAggregate),
      workspaces: openAggregates(dependencies, workspaceAggregate),
      workflows: workflows.client.workflow,
      studies: openAggregates(dependencies, studyAggregate),
      runModel: () => projections.documents(runsProjection),
      studyModel: () => projections.documents(studiesProjection),
      log: silentLog,
      now: Date.now,
    }),
    shutdownGraceTime: '10 ms',
  });
  const resumed = await worker.runUntil(
    workflows.client.workflow.execute(RESUME_LOST_RUNS.workflowType, { workflowId: taskQueue, taskQueue }),
  );
  await workflows.record(HISTORY, taskQueue);
  expect(resumed).toEqual({ looked: LOST_RUNS, failed: 1 });
  for (const number of [0, 199, 200, LOST_RUNS - 1]) {
    const { status } = await workflows.client.workflow
      .getHandle(RUN_BACKTEST.workflowIdOf(runIdOf(number)))
      .describe();
    expect(status.name).toBe('RUNNING');
  }
});

test('its history replays', async () => {
  await workflows.replay(HISTORY);
});
