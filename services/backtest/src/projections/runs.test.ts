// Runs and their result folders as the pages read them, through users' changes.
import type { RunEvent, WorkspaceEvent } from '@tradeium/contracts';
import { type Fact, projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { digest, startedRun } from '../../fixtures/workspace-facts.ts';
import { runsProjection } from './runs.ts';

const ids = { runId: 'r1', chatId: 'c1', userId: 'u1' };
const frame = { rows: 1, columns: ['BTC'], date_range: { start: '2024-01-01', end: '2024-01-02' } };
const ofRun = (event: RunEvent): Fact<RunEvent | WorkspaceEvent> => ({ event, aggregate: 'run' });
const ofWorkspace = (event: WorkspaceEvent): Fact<RunEvent | WorkspaceEvent> => ({
  event,
  aggregate: 'workspace',
});
const FIGURES = {
  ...{ total_return: 0.01, max_drawdown: 0.02, sharpe_ratio: null },
  ...{ cagr: null, benchmark_return: null },
};
const ended = [
  ofRun(startedRun),
  ofRun({
    type: 'RunCompleted',
    data: {
      ...ids,
      folderName: 'given',
      summary: 'Total return 1 %.',
      files: [
        { filename: 'Settings', size: 10, digest: digest('b') },
        { filename: 'Table', size: 20, digest: digest('c') },
      ],
      result: frame,
      strategyFrame: frame,
      charged: 100 as Extract<RunEvent, { type: 'RunCompleted' }>['data']['charged'],
      figures: FIGURES,
      findings: [
        { code: 'LOOK_AHEAD_CUT', severity: 'critical', data: {} },
        { code: 'SHARPE_RATIO_UNCERTAIN', severity: 'info', data: {} },
      ],
      report: null,
    },
  }),
];
const renamed = ofWorkspace({ type: 'FolderRenamed', data: { ...ids, name: 'Best' } });
const noted = ofWorkspace({
  type: 'FolderNotesSaved',
  data: { ...ids, settings: digest('d'), size: 30, at: '2026-01-02T00:00:00.000Z' },
});
const deleted = ofWorkspace({ type: 'FolderDeleted', data: ids });
const runAfter = (...facts: Fact<RunEvent | WorkspaceEvent>[]) =>
  projected(runsProjection, [...ended, ...facts]).r1;

test('a result keeps the figures that distinguish results, and how many findings speak against it', () => {
  expect(runAfter()).toMatchObject({
    figures: FIGURES,
    criticalFindings: 1,
  });
});

test('a folder has the name that its run gave it, until it is renamed', () => {
  expect(runAfter()).toMatchObject({ folderName: 'given', givenName: 'given', hasNotes: false });
  expect(runAfter(renamed)).toMatchObject({ folderName: 'Best', givenName: 'given' });
});

test('notes are in the settings file', () => {
  expect(runAfter(noted)).toMatchObject({
    hasNotes: true,
    files: [
      { filename: 'Settings', size: 30, digest: digest('d') },
      { filename: 'Table', size: 20, digest: digest('c') },
    ],
  });
});

test('of a deleted folder the history keeps the run, what it was charged, and no file', () => {
  expect(runAfter(renamed, noted, deleted)).toMatchObject({
    status: 'completed',
    charged: 100,
    folderName: null,
    givenName: null,
    hasNotes: false,
    files: [],
  });
});

test('an erased run is gone, whatever was done to its folder', () => {
  expect(runAfter(renamed, ofRun({ type: 'RunErased', data: ids }), noted, deleted)).toBeUndefined();
});
