// Unsaved code belongs to one file of one chat, or to the chat's new strategy.
import { expect, test } from 'vitest';
import { draftDropped, draftEdited, draftMoved, draftsSlice } from './drafts-slice.ts';

const reduce = draftsSlice.reducer;
const none = reduce(undefined, { type: 'init' });
const file = { chatId: 'c1', filename: 'strategy_a.py' };
const fresh = { chatId: 'c1', filename: null };
const a = { code: 'a', version: 3 };
const b = { code: 'b', version: null };
const edited = reduce(reduce(none, draftEdited({ ...file, ...a })), draftEdited({ ...fresh, ...b }));

const succeeded = (endpointName: string, originalArgs: object, payload: object = {}) => ({
  type: 'api/executeMutation/fulfilled',
  meta: { arg: { endpointName, originalArgs } },
  payload,
});

test('drafts of a file and of a new strategy are kept apart', () => {
  expect(edited).toEqual({ 'c1/strategy_a.py': a, 'c1/': b });
  expect(reduce(edited, draftDropped(fresh))).toEqual({ 'c1/strategy_a.py': a });
});

test('dropping what is not there changes nothing', () => {
  expect(reduce(none, draftDropped(file))).toEqual({});
});

// spec: strategies.63, strategies.80
test('a draft follows its file to a new name', () => {
  const to = { chatId: 'c1', filename: 'strategy_b.py' };
  const moved = reduce(edited, draftMoved({ from: file, to }));
  expect(moved).toEqual({ 'c1/strategy_b.py': a, 'c1/': b });
  expect(reduce(edited, draftMoved({ from: to, to: file }))).toBe(edited);
  const typed = reduce(edited, draftEdited({ ...to, ...b }));
  expect(reduce(typed, draftMoved({ from: file, to }))).toEqual({ 'c1/strategy_b.py': b, 'c1/': b });
});

test('a draft whose file is gone is stranded; that of a new strategy and of another chat are not', () => {
  const { selectStranded } = draftsSlice.getSelectors();
  expect(selectStranded(edited, 'c1', ['strategy_a.py'])).toEqual([]);
  expect(selectStranded(edited, 'c1', ['strategy_b.py'])).toEqual(['strategy_a.py']);
  expect(selectStranded(edited, 'c', [])).toEqual([]);
});

test('a draft goes with its file, and with its chat', () => {
  const input = { id: 'c1', filename: 'strategy_a.py' };
  expect(reduce(edited, succeeded('deleteStrategy', input))).toEqual({ 'c1/': b });
  expect(reduce(edited, succeeded('deleteChat', { id: 'c1' }))).toEqual({});
  expect(reduce(edited, succeeded('deleteChat', { id: 'c' }))).toEqual(edited);
});
