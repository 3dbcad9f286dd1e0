// Old working files are removed by a real Temporal server's workflow, and its stored history replays.
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { silentLog } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkflows, type WorkflowsUnderTest } from '../../fixtures/workflows-under-test.ts';
import { sweepActivities } from '../activities/sweep-files.ts';
import { SWEEP_FILES } from './sweep-reference.ts';

const HISTORY = 'sweep-files';
const DAY_MS = 86_400_000;

let directory: string;
let bundle: WorkflowsUnderTest['bundle'];
let workflows: WorkflowsUnderTest;
let connection: WorkflowsUnderTest['connection'];
let client: WorkflowsUnderTest['client'];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'blobs-'));
  workflows = await openWorkflows();
  ({ connection, client, bundle } = workflows);
});
afterAll(async () => {
  await workflows.close();
  rmSync(directory, { recursive: true });
});

/** A working file that was used so many days ago. */
const workingFile = async (digit: string, daysAgo: number): Promise<string> => {
  const path = join(directory, digit.repeat(2), digit.repeat(64));
  await mkdir(join(path, '..'), { recursive: true });
  writeFileSync(path, 'ARROW1\0\0ARROW1');
  const used = new Date(Date.now() - daysAgo * DAY_MS);
  utimesSync(path, used, used);
  return path;
};

test('what no run has used for a week is removed', async () => {
  const old = await workingFile('a', 7.1);
  const young = await workingFile('b', 6.9);
  const workflowId = `sweep-test-${process.pid}`;
  const worker = await Worker.create({
    connection,
    namespace: 'default',
    activities: sweepActivities({ directory, days: 7, log: silentLog, now: Date.now }),
    taskQueue: workflowId,
    workflowBundle: bundle,
    shutdownGraceTime: '10 ms',
  });
  const swept = await worker.runUntil(
    client.workflow.execute(SWEEP_FILES.workflowType, { workflowId, taskQueue: workflowId }),
  );
  expect(swept).toEqual({ files: 1, bytes: 14 });
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  await workflows.record(HISTORY, workflowId);
});

test('the history of a sweep replays', async () => {
  await workflows.replay(HISTORY);
});
