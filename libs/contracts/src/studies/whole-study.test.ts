// A study is read whole, however many pages its points fill.
import { expect, test } from 'vitest';
import type { Study } from '../http/study-shapes.ts';
import { wholeStudy } from './whole-study.ts';

const pageOf = (indexes: readonly number[], next_after: number | null, done: number) =>
  ({ points: indexes.map((index) => ({ index })), next_after, done }) as Study;

test('the points of all pages are in one list, and the rest is as the last page has it', async () => {
  const pages = new Map([
    [-1, pageOf([0, 2], 2, 3)],
    [2, pageOf([3], null, 4)],
  ]);
  const study = await wholeStudy(async (after) => pages.get(after) as Study);
  expect(study).toEqual(pageOf([0, 2, 3], null, 4));
});

test('a page that fails ends the reading', async () => {
  const failure = { refused: 'STUDY_NOT_FOUND' };
  expect(await wholeStudy(async (after) => (after < 0 ? pageOf([0], 0, 2) : failure))).toBe(failure);
});

test('a page that leads to itself is a fault, not read for ever', async () => {
  await expect(wholeStudy(async () => pageOf([0], 0, 2))).rejects.toThrow(/leads to 0/);
});
