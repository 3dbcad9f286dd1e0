// Keys in the tree of chats: each leads to the line that the ARIA practices name, and never out of the tree.
import { expect, test } from 'vitest';
import { lineAfterKey, lineStartingWith } from './tree-keys.ts';

const LINES = [
  { level: 1, name: 'Momentum' },
  { level: 2, name: 'Strategies' },
  { level: 3, name: 'trend' },
  { level: 3, name: 'Turtle' },
  { level: 2, name: 'Backtests' },
  { level: 1, name: 'My chat' },
];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 5, undefined],
  ['ArrowUp', 5, 4],
  ['ArrowUp', 0, undefined],
  ['Home', 4, 0],
  ['End', 1, 5],
  ['ArrowLeft', 3, 1],
  ['ArrowLeft', 4, 0],
  ['ArrowLeft', 5, undefined],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 3, undefined],
  ['ArrowRight', 5, undefined],
  ['PageDown', 2, undefined],
])('%s from line %i leads to %s', (key, at, line) => {
  expect(lineAfterKey(LINES, at, key)).toBe(line);
});

test.each([
  ['m', 0, 5],
  ['m', 5, 0],
  ['mo', 0, 0],
  ['t', 2, 3],
  ['T', 3, 2],
  ['tu', 2, 3],
  ['x', 2, undefined],
])('typing "%s" on line %i leads to line %s', (typed, at, line) => {
  expect(lineStartingWith(LINES, at, typed)).toBe(line);
});

test('an empty tree leads nowhere', () => {
  expect(lineAfterKey([], 0, 'End')).toBeUndefined();
  expect(lineStartingWith([], 0, 'a')).toBeUndefined();
});
