// A blob is unused once every chat, file, folder and run that refers to it is gone.
import {
  type RunEvent,
  STRATEGY_VERSIONS_MAX,
  type StudyEvent,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { type Fact, projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import {
  deletedChat,
  digest,
  saved as savedIn,
  startedRun,
  startedStudy,
} from '../../fixtures/workspace-facts.ts';
import { blobUsesProjection } from './blob-uses.ts';

const ids = { runId: 'r1', chatId: 'c1', userId: 'u1' };
const chat = { userId: 'u1', chatId: 'c1' };
const saved = (version: number, code: string) => savedIn('c1', 'strategy_a.py', version, code);
const run = (event: RunEvent) => ({ event, aggregate: 'run' });
const started = run(startedRun);
const failed = run({
  type: 'RunFailed',
  data: { ...ids, strategyError: 'no', line: 1, refusal: null, report: digest('d'), computeMs: 0 },
});
const noted = (settings: string): WorkspaceEvent => ({
  type: 'FolderNotesSaved',
  data: { ...ids, settings, size: 1, at: '2026-01-02T00:00:00.000Z' },
});

type Event = WorkspaceEvent | RunEvent | StudyEvent;
const usesAfter = (...facts: (Fact<Event> | Event)[]) => projected(blobUsesProjection, facts);
/** The digests of all blobs that were ever referred to. */
const everUsed = (uses: object) =>
  Object.keys(uses)
    .filter((id) => id.startsWith('blob:'))
    .map((id) => id.slice('blob:'.length))
    .sort();

test('the newest versions of a file are in use until its chat is deleted', () => {
  const digests = [digest('a'), digest('b')];
  const versions = [saved(1, digest('a')), saved(2, digest('b')), saved(3, digest('a'))];
  expect(usesAfter(...versions)).toMatchObject({ 'chat:c1': { digests, isOver: false } });
  const after = usesAfter(...versions, deletedChat('c1'));
  expect(after).toMatchObject({ 'chat:c1': { parts: [], digests: [], isOver: true } });
  expect(everUsed(after)).toEqual(digests);
});

test('a version that is no longer kept is not in use', () => {
  const numbers = Array.from({ length: STRATEGY_VERSIONS_MAX + 1 }, (_, index) => index + 1);
  const codeOf = (version: number) => version.toString(16).padStart(64, '0');
  const after = usesAfter(...numbers.map((version) => saved(version, codeOf(version))));
  expect(after['chat:c1']?.digests).toEqual(numbers.slice(1).map(codeOf));
  expect(everUsed(after)).toContain(codeOf(1));
});

test('no document grows with the number of notes that were saved', () => {
  const texts = Array.from({ length: 1_000 }, (_, index) => index.toString(16).padStart(64, '0'));
  const after = usesAfter(...texts.map(noted));
  expect(everUsed(after)).toEqual(texts);
  const longest = Math.max(...Object.values(after).map((use) => JSON.stringify(use).length));
  expect(longest).toBeLessThan(400);
});

test('a deleted file no longer needs its versions, unless another file of its chat has the same ones', () => {
  const facts: WorkspaceEvent[] = [
    saved(1, digest('a')),
    saved(2, digest('b')),
    savedIn('c1', 'b', 1, digest('b')),
    { type: 'StrategyFileRenamed', data: { ...chat, filename: 'strategy_a.py', newFilename: 'c' } },
    { type: 'StrategyFileDeleted', data: { ...chat, filename: 'c' } },
  ];
  expect(usesAfter(...facts)).toMatchObject({ 'chat:c1': { digests: [digest('b')] } });
  expect(everUsed(usesAfter(...facts))).toEqual([digest('a'), digest('b')]);
  expect(usesAfter(...facts, saved(1, digest('a')))).toMatchObject({
    'chat:c1': { digests: [digest('b'), digest('a')] },
  });
});

test("a copy of a chat uses the original's files, even after the original is gone", () => {
  const files = [{ filename: 'strategy_a.py', code: digest('a'), size: 1 }];
  const names = { name: 'Copy', conversationId: 'k', sourceChatId: 'c1' };
  const copied: WorkspaceEvent = {
    type: 'ChatDuplicated',
    data: { userId: 'u1', chatId: 'c2', localId: 2, ...names, files },
  };
  expect(usesAfter(saved(1, digest('a')), copied, deletedChat('c1'))).toMatchObject({
    'chat:c1': { digests: [] },
    'chat:c2': { digests: [digest('a')] },
  });
});

test('replaced notes are not in use, and a deleted folder leaves nothing in use', () => {
  const notes = [started, { event: noted(digest('e')) }, { event: noted(digest('f')) }];
  expect(usesAfter(...notes)).toMatchObject({ 'run:r1': { digests: [digest('a'), digest('f')] } });
  const after = usesAfter(...notes, { event: { type: 'FolderDeleted', data: ids } });
  expect(after).toMatchObject({ 'run:r1': { digests: [] } });
  expect(everUsed(after)).toEqual([digest('a'), digest('e'), digest('f')]);
});

test('a run uses its code and its report until it is erased, and names its chat', () => {
  const uses = usesAfter(started, failed, deletedChat('c1'));
  expect(uses).toMatchObject({
    'run:r1': { digests: [digest('a'), digest('d')], chat: 'chat:c1' },
    'chat:c1': { isOver: true },
  });
  const erased = run({ type: 'RunErased', data: ids });
  expect(usesAfter(started, erased, failed)).toMatchObject({ 'run:r1': { digests: [], isOver: true } });
});

test('a study uses its code, its list and its figures until it is deleted', () => {
  const ofStudy = { studyId: 's1', chatId: 'c1', userId: 'u1' };
  const facts: Fact<Event>[] = [
    startedStudy,
    {
      type: 'StudyPointsComputed',
      data: {
        ...ofStudy,
        ...{ computations: [0], done: 1, failed: 0, cells: 1, failedMs: 0, doubt: null, size: 1 },
        file: digest('c'),
      },
    } as const,
  ].map((event) => ({ event, aggregate: 'study' }));
  const uses = usesAfter(...facts);
  expect(uses).toMatchObject({ 'study:s1': { digests: [digest('a'), digest('b'), digest('c')] } });
  const after = usesAfter(...facts, { event: { type: 'StudyDeleted', data: ofStudy } });
  expect(after).toMatchObject({ 'study:s1': { digests: [], isOver: true } });
  expect(everUsed(after)).toEqual([digest('a'), digest('b'), digest('c')]);
});
