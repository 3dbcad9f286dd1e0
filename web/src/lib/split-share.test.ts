// The share of the settings in the simple layout: 20 to 70 percent, 40 at first, by pointer and keyboard.
import { expect, test } from 'vitest';
import { SHARE_DEFAULT, shareAfterKey, shareBelow, shareWithin } from './split-share.ts';

test('is 40 percent at first, and whenever it makes no sense', () => {
  expect(SHARE_DEFAULT).toBe(40);
  expect(shareWithin(Number.NaN)).toBe(40);
  expect(shareBelow(10, 100, 100)).toBe(40);
});

// spec: workspace.26
test.each([
  [10, 20],
  [20, 20],
  [55.4, 55],
  [70, 70],
  [95, 70],
])('%d percent are held to %d', (wanted, held) => {
  expect(shareWithin(wanted)).toBe(held);
});

test('follows the pointer from the bottom', () => {
  expect(shareBelow(500, 0, 1_000)).toBe(50);
  expect(shareBelow(-50, 0, 1_000)).toBe(70);
  expect(shareBelow(990, 0, 1_000)).toBe(20);
});

test.each([
  ['ArrowUp', false, 50],
  ['ArrowDown', false, 30],
  ['ArrowUp', true, 70],
  ['ArrowDown', true, 20],
  ['Home', false, 20],
  ['End', false, 70],
  ['Enter', false, undefined],
])('%s with Shift %s leads from 40 to %s', (key, isShift, share) => {
  expect(shareAfterKey(40, key, isShift)).toBe(share);
});
