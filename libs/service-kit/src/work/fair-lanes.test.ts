// Callers take turns, and who floods loses its places to newcomers.
import { expect, test } from 'vitest';
import { openFairLanes } from './fair-lanes.ts';

const open = (bounds: { readonly waitingMax?: number; readonly perCallerMax?: number } = {}) => {
  const displaced: string[] = [];
  const lanes = openFairLanes<string>({
    waitingMax: 100,
    rememberedMax: 100,
    ...bounds,
    displaced: (waiting) => displaced.push(waiting),
  });
  /** Everything that waits, in the order of its turns. */
  const drain = () => {
    const order: string[] = [];
    for (let next = lanes.next(); next; next = lanes.next()) {
      order.push(next.waiting);
      lanes.noteTurn(next.caller);
    }
    return order;
  };
  return { lanes, displaced, drain };
};

test('callers take turns, each with its work in the order of its coming', () => {
  const { lanes, drain } = open();
  for (const waiting of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) lanes.join(waiting.charAt(0), waiting);
  expect(drain()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(lanes.next()).toBeUndefined();
});

test('a newcomer comes before callers that have had a turn', () => {
  const { lanes, drain } = open();
  lanes.noteTurn('regular');
  lanes.join('regular', 'regular');
  lanes.join('newcomer', 'newcomer');
  expect(drain()).toEqual(['newcomer', 'regular']);
});

test('where everything is full, a newcomer takes the newest place of the longest lane, until it has as much', () => {
  const { lanes, displaced, drain } = open({ waitingMax: 3 });
  for (const waiting of ['a1', 'a2', 'a3']) lanes.join('a', waiting);
  expect(lanes.join('a', 'a4')).toBe(false);
  expect(lanes.join('b', 'b1')).toBe(true);
  expect(displaced).toEqual(['a3']);
  expect(lanes.join('b', 'b2')).toBe(false);
  expect(drain()).toEqual(['a1', 'b1', 'a2']);
});

test('a lane has its own bound', () => {
  const { lanes } = open({ perCallerMax: 1 });
  expect([lanes.join('a', 'a1'), lanes.join('a', 'a2'), lanes.join('b', 'b1')]).toEqual([true, false, true]);
});

test('what leaves before its turn gives its place free, once', () => {
  const { lanes, drain } = open({ waitingMax: 3 });
  for (const waiting of ['a1', 'a2', 'b1']) lanes.join(waiting.charAt(0), waiting);
  for (const _ of [1, 2]) lanes.leave('a', 'a1');
  lanes.leave('b', 'b1');
  expect([lanes.join('c', 'c1'), lanes.join('c', 'c2'), lanes.join('c', 'c3')]).toEqual([true, true, false]);
  expect(drain()).toEqual(['a2', 'c1', 'c2']);
});
