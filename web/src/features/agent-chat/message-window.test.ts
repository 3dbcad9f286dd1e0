// A long conversation is drawn from its end.
import { expect, test } from 'vitest';
import { firstDrawn, withEarlier } from './message-window.ts';

test('the newest thirty are drawn first, and thirty more at a time', () => {
  expect([firstDrawn(500), withEarlier(470), withEarlier(20)]).toEqual([470, 440, 0]);
  expect([firstDrawn(30), firstDrawn(0)]).toEqual([0, 0]);
});
