// Charts are loaded ahead only over a line that has room for them.
import { expect, test } from 'vitest';
import { hasRoom } from './use-foresight.ts';

test.each([
  [{}, true],
  [{ saveData: false, effectiveType: '4g', downlink: 10 }, true],
  [{ effectiveType: '4g', downlink: 1.4 }, true],
  [{ effectiveType: '4g', downlink: 0.9 }, false],
  [{ effectiveType: '3g', downlink: 10 }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ saveData: true, effectiveType: '4g', downlink: 10 }, false],
])('%j has room: %s', (line, room) => {
  expect(hasRoom(line)).toBe(room);
});
