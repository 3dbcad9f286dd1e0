// A workflow on a real Temporal server removes unneeded files, and its stored history replays.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import type { RunEvent, WorkspaceEvent } from '@tradeium/contracts';
import { type Aggregates, openAggregates, type Projections, runProjections } from '@tradeium/event-store';
import { openBlobs, REPLY_FILE } from '@tradeium/service-kit';
import {
  type EventServer,
  openTestDatabase,
  silentLog,
  startEventServer,
  startS3,
  type TestDatabase,
} from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkflows, type WorkflowsUnderTest } from '../../fixtures/workflows-under-test.ts';
import { type Sweeping, sweepActivities } from '../activities/sweep-files.ts';
import { runAggregate } from '../domain/run.ts';
import { workspaceAggregate } from '../domain/workspace.ts';
import type { Workspace } from '../domain/workspace-state.ts';
import { blobUsesProjection, isComplete } from '../projections/blob-uses.ts';
import { SWEEP_FILES } from './sweep-files-contract.ts';

const HISTORY = 'sweep-files';
const DAY_MS = 86_400_000;

let directory: string;
let nc: NatsConnection;
let bundle: WorkflowsUnderTest['bundle'];
let workflows: WorkflowsUnderTest;
let connection: WorkflowsUnderTest['connection'];
let client: WorkflowsUnderTest['client'];
let events: EventServer;
let database: TestDatabase;
let projections: Projections;
let workspaces: Aggregates<Workspace, WorkspaceEvent>;
let sweeps = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'blobs-'));
  [workflows, events, database] = await Promise.all([
    openWorkflows(),
    startEventServer(),
    openTestDatabase(),
  ]);
  ({ connection, client, bundle } = workflows);
  nc = await events.connect();
  const dependencies = { nc, log: silentLog, now: () => new Date() };
  workspaces = openAggregates(dependencies, workspaceAggregate);
  const mongo = database.connection;
  projections = await runProjections({ ...dependencies, mongo, projections: [blobUsesProjection] });
});
afterAll(async () => {
  await projections.stop();
  await workflows.close();
  await events.stop();
  await database.close();
  rmSync(directory, { recursive: true });
});

const blobUses = () => projections.documents(blobUsesProjection);

const largeAnswer = (json: string) => `${REPLY_FILE.begins}${json}${REPLY_FILE.ends}`;

/** A file last used this many days ago; its digest repeats `digit`. */
const file = async (digit: string, content: string, daysAgo: number): Promise<string> => {
  const path = join(directory, digit.repeat(2), digit.repeat(64));
  await mkdir(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  const used = new Date(Date.now() - daysAgo * DAY_MS);
  utimesSync(path, used, used);
  return path;
};

const sweepWith = async (sweeping: Partial<Sweeping>) => {
  sweeps += 1;
  const workflowId = `sweep-test-${process.pid}-${sweeps}`;
  const worker = await Worker.create({
    connection,
    namespace: workflows.namespace,
    activities: sweepActivities({
      blobs: openBlobs({ directory }),
      days: 7,
      blobUses,
      isComplete: () => isComplete(projections),
      log: silentLog,
      now: Date.now,
      ...sweeping,
    }),
    taskQueue: workflowId,
    workflowBundle: bundle,
    shutdownGraceTime: '10 ms',
  });
  const swept = await worker.runUntil(
    client.workflow.execute(SWEEP_FILES.workflowType, { workflowId, taskQueue: workflowId }),
  );
  return { swept, workflowId };
};

test('files that no run has used for a week are removed', async () => {
  const old = await file('a', 'ARROW1\0\0ARROW1', 7.1);
  const young = await file('b', 'ARROW1\0\0ARROW1', 6.9);
  const { swept, workflowId } = await sweepWith({});
  expect(swept).toEqual({ files: 1, bytes: 14 });
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  await workflows.record(HISTORY, workflowId);
});

test('an answer that was too large for a message goes after a day, what users keep does not', async () => {
  const answer = await file('1', largeAnswer('{"chats":[]}'), 1.1);
  const young = await file('2', largeAnswer('{"chats":[1]}'), 0.9);
  const result = await file('3', '{"total_return":1}', 400);
  expect((await sweepWith({})).swept.files).toBe(1);
  expect([answer, young, result].map(existsSync)).toEqual([false, true, true]);
});

const AT = '2026-01-01T00:00:00.000Z';

describe('the files of an account that was deleted', () => {
  const commit = (userId: string, ...events: WorkspaceEvent[]) =>
    workspaces.execute(userId, { commandId: randomUUID() }, () => events);
  const saved = (userId: string, code: string): WorkspaceEvent => ({
    type: 'StrategyFileSaved',
    data: {
      userId,
      chatId: `chat-${userId}`,
      filename: 'strategy_a.py',
      version: 1,
      code: code.padEnd(64, code),
      size: 1,
      at: AT,
    },
  });
  const erased = (userId: string): WorkspaceEvent[] => [
    { type: 'WorkspaceErased', data: { userId, chatIds: [`chat-${userId}`] } },
  ];

  test('are removed a day after their last use, unless another user has the same', async () => {
    const [own, shared, recent] = [
      await file('c', 'own', 2),
      await file('d', 'shared', 2),
      await file('e', 'r', 0.9),
    ];
    await commit('ann', saved('ann', 'c'), saved('ann', 'd'), saved('ann', 'e'), ...erased('ann'));
    await commit('bob', saved('bob', 'd'));
    expect((await sweepWith({})).swept).toEqual({ files: 1, bytes: 3 });
    expect([own, shared, recent].map(existsSync)).toEqual([false, true, true]);
    await commit('bob', ...erased('bob'));
    await sweepWith({ days: 0 });
    expect([shared, recent].map(existsSync)).toEqual([false, true]);
  });

  // spec: decisions.29
  test('are joined by those of deleted files and folders, and by notes that were replaced', async () => {
    const [kept, code, old, notes] = [
      await file('6', 'kept', 2),
      await file('7', 'code', 2),
      await file('8', 'old', 2),
      await file('9', 'notes', 2),
    ];
    const inChat = { userId: 'dan', chatId: 'chat-dan' };
    const ofRun = { ...inChat, runId: 'run-dan-1' };
    const noted = (digit: string): WorkspaceEvent => ({
      type: 'FolderNotesSaved',
      data: { ...ofRun, settings: digit.repeat(64), size: 1, at: AT },
    });
    await commit('dan', saved('dan', '6'), noted('8'), noted('9'));
    await commit('dan', {
      type: 'StrategyFileRenamed',
      data: { ...inChat, filename: 'strategy_a.py', newFilename: 'b' },
    });
    await commit('dan', saved('dan', '7'), {
      type: 'StrategyFileDeleted',
      data: { ...inChat, filename: 'strategy_a.py' },
    });
    await sweepWith({});
    expect([kept, code, old, notes].map(existsSync)).toEqual([true, false, false, true]);
    await commit('dan', { type: 'FolderDeleted', data: ofRun });
    await sweepWith({});
    expect([kept, notes].map(existsSync)).toEqual([true, false]);
  });

  test('are joined by the results and notes of the runs of a chat that was deleted, also of later ones', async () => {
    const paths = [];
    for (const digit of ['1', '2', '4', '5']) paths.push(await file(digit, 'result', 2));
    const ofRun = { userId: 'eve', chatId: 'chat-eve', runId: 'run-eve-1' };
    const report = (digit: string): RunEvent => ({
      type: 'RunFailed',
      data: { ...ofRun, strategyError: 'no', line: 1, refusal: null, report: digit.repeat(64), computeMs: 0 },
    });
    const runs = openAggregates({ nc, log: silentLog, now: () => new Date() }, runAggregate);
    await runs.execute('run-eve-1', { commandId: randomUUID() }, () => [report('1')]);
    await commit('eve', saved('eve', '4'), {
      type: 'FolderNotesSaved',
      data: { ...ofRun, settings: '2'.repeat(64), size: 1, at: AT },
    });
    await sweepWith({});
    expect(paths.map(existsSync)).toEqual([true, true, true, true]);
    await commit('eve', { type: 'ChatDeleted', data: { userId: 'eve', chatId: 'chat-eve' } });
    await runs.execute('run-eve-2', { commandId: randomUUID() }, () => [report('5')]);
    await sweepWith({});
    expect(paths.map(existsSync)).toEqual([false, false, false, false]);
  });

  test('leave an object store, as do old panels and large answers', async () => {
    const store = await startS3();
    const { BLOBS_S3_ENDPOINT: endpoint, BLOBS_S3_BUCKET: bucket, ...keys } = store.environment;
    const blobs = openBlobs({
      directory: join(directory, 'cache'),
      s3: {
        ...{ endpoint, bucket, region: 'us-east-1', isPathStyle: true },
        keys: { accessKeyId: keys.BLOBS_S3_ACCESS_KEY_ID, secretAccessKey: keys.BLOBS_S3_SECRET_ACCESS_KEY },
      },
    });
    const own = await blobs.put(Buffer.from('own'));
    const shared = await blobs.put(Buffer.from('shared'));
    await blobs.put(Buffer.from(largeAnswer('{"chats":[]}')));
    const panel = await blobs.put(Buffer.from('ARROW1\0\0ARROW1'));
    await commit('fay', saved('fay', own), saved('fay', shared), ...erased('fay'));
    await commit('gus', saved('gus', shared));
    const left = async (digests: string[]) => {
      rmSync(join(directory, 'cache'), { recursive: true });
      const found = await Promise.allSettled(digests.map((digest) => blobs.get(digest)));
      return found.map(({ status }) => status === 'fulfilled');
    };
    const sweepStore = (days: number) => sweepWith({ blobs, now: () => Date.now() + days * DAY_MS });
    expect((await sweepStore(0.9)).swept.files).toBe(0);
    expect((await sweepStore(1.1)).swept.files).toBe(2);
    expect(await left([own, shared, panel])).toEqual([false, true, true]);
    await sweepStore(7.1);
    expect(await left([own, shared, panel])).toEqual([false, true, false]);
    await store.stop();
  });

  test('stay as long as the read model may not know their uses', async () => {
    const own = await file('f', 'own', 2);
    await commit('cid', saved('cid', 'f'), ...erased('cid'));
    expect((await sweepWith({ isComplete: async () => false })).swept.files).toBe(0);
    expect(existsSync(own)).toBe(true);
    expect((await sweepWith({})).swept.files).toBe(1);
  });
});

test('the history of a sweep replays', async () => {
  await workflows.replay(HISTORY);
});
