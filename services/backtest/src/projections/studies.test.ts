// A study as the list of its chat reads it, until its user deletes it or the account is erased.
import { type StudyEvent, type WorkspaceEvent, ZERO_MICRO_VUT } from '@tradeium/contracts';
import { type Fact, projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { digest, NOW, startedStudy } from '../../fixtures/workspace-facts.ts';
import { studiesProjection } from './studies.ts';

const ids = { studyId: 's1', chatId: 'c1', userId: 'u1' };
const ofStudy = (event: StudyEvent): Fact<StudyEvent | WorkspaceEvent> => ({ event, aggregate: 'study' });
const started = ofStudy(startedStudy);
const computed = ofStudy({
  type: 'StudyPointsComputed',
  data: {
    ...ids,
    ...{ computations: [0, 1], done: 2, failed: 1, cells: 1, failedMs: 5, doubt: null, size: 1 },
    file: digest('c'),
  },
});
const ended = ofStudy({
  type: 'StudyEnded',
  data: {
    ...ids,
    ...{ status: 'cancelled', refusal: null, charged: ZERO_MICRO_VUT, size: 0, at: NOW },
    ...{ probabilityOfOverfitting: null, walkForward: null },
  },
});
const deleted: Fact<StudyEvent | WorkspaceEvent> = {
  event: { type: 'StudyDeleted', data: ids },
  aggregate: 'workspace',
};
const studyAfter = (...facts: Fact<StudyEvent | WorkspaceEvent>[]) =>
  projected(studiesProjection, [started, ...facts]).s1;

test('it counts its points and has an end', () => {
  expect(studyAfter(computed)).toMatchObject({ status: 'running', points: 3, done: 2, endedAt: null });
  expect(studyAfter(computed, ended)).toMatchObject({ status: 'cancelled', done: 2, endedAt: NOW });
});

test('it is deleted, and still known until its account is erased', () => {
  expect(studyAfter(ended)).toMatchObject({ isDeleted: false });
  expect(studyAfter(ended, deleted)).toMatchObject({ userId: 'u1', isDeleted: true });
  expect(studyAfter(ended, deleted, ofStudy({ type: 'StudyErased', data: ids }))).toBeUndefined();
});
