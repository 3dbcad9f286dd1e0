// The end of a conversation counts as in sight within ten pixels.
import { expect, test } from 'vitest';
import { isNearEnd } from './use-auto-scroll.ts';

// spec: strategies.37
test.each([
  [0, true],
  [10, true],
  [11, false],
])('%i px above the end: %s', (awayPx, isNear) => {
  expect(isNearEnd({ scrollHeight: 1_000, clientHeight: 400, scrollTop: 600 - awayPx })).toBe(isNear);
});
