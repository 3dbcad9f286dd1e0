// Ids that follow from what they are of.
import { expect, test } from 'vitest';
import { idFrom } from './command-ids.ts';

test('the same parts of the same kind have one id, in letters that subjects and paths take', () => {
  expect(idFrom('chat', 'c1')).toBe(idFrom('chat', 'c1'));
  expect(idFrom('chat', 'c1')).toMatch(/^[\w-]{22}$/);
});

test('another kind, another part and another cut between parts have another id', () => {
  const ids = [idFrom('chat', 'c1'), idFrom('run', 'c1'), idFrom('chat', 'c2'), idFrom('chat', 'c', '1')];
  expect(new Set(ids).size).toBe(ids.length);
});
