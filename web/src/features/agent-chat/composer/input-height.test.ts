// The input grows from one to four lines, 40 to 112 px, and scrolls above that.
import { expect, test } from 'vitest';
import { inputHeightPx } from './input-height.ts';

// spec: strategies.47
test.each([
  [0, 40],
  [40, 40],
  [64, 64],
  [88, 88],
  [112, 112],
  [136, 112],
  [4_000, 112],
])('text that needs %i px is shown in %i px', (contentPx, heightPx) => {
  expect(inputHeightPx(contentPx)).toBe(heightPx);
});
