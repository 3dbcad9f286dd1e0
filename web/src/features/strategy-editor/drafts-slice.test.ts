// Unsaved code belongs to one file of one chat, or to the chat's new strategy.
import { expect, test } from 'vitest';
import { draftDropped, draftEdited, draftsSlice } from './drafts-slice.ts';
import { codeProblem } from './use-editing.ts';

const reduce = draftsSlice.reducer;
const none = reduce(undefined, { type: 'init' });
const file = { chatId: 'c1', filename: 'strategy_a.py' };
const fresh = { chatId: 'c1', filename: null };

test('drafts of a file and of a new strategy are kept apart', () => {
  const drafts = reduce(
    reduce(none, draftEdited({ ...file, code: 'a' })),
    draftEdited({ ...fresh, code: 'b' }),
  );
  expect(drafts).toEqual({ 'c1/strategy_a.py': 'a', 'c1/': 'b' });
  expect(reduce(drafts, draftDropped(fresh))).toEqual({ 'c1/strategy_a.py': 'a' });
});

test('dropping what is not there changes nothing', () => {
  expect(reduce(none, draftDropped(file))).toEqual({});
});

test.each([
  ['', 'The strategy has no code'],
  [' \n\t', 'The strategy has no code'],
  ['x'.repeat(256 * 1024 + 1), 'The strategy is too large (at most 256 KiB)'],
  ['ü'.repeat(128 * 1024 + 1), 'The strategy is too large (at most 256 KiB)'],
  ['x'.repeat(256 * 1024), null],
])('code is checked before it is sent', (code, problem) => {
  expect(codeProblem(code)).toBe(problem);
});
