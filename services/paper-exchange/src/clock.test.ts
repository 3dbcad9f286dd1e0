// The clock follows real time until it is set, and then goes on from there.
import { expect, test } from 'vitest';
import { openClock } from './clock.ts';

test('it goes along with real time', () => {
  let realMs = 1_000;
  const clock = openClock(() => realMs);
  expect(clock.now()).toBe(1_000);
  realMs = 5_000;
  expect(clock.now()).toBe(5_000);
});

test('it can be set, moved ahead and run faster, without a jump at a change of speed', () => {
  let realMs = 1_000;
  const clock = openClock(() => realMs);
  clock.set({ now: 50_000 });
  expect(clock.now()).toBe(50_000);
  clock.set({ advanceMs: 10_000 });
  expect(clock.now()).toBe(60_000);
  clock.set({ speed: 100 });
  realMs += 10;
  expect(clock.now()).toBe(61_000);
  clock.set({ speed: 1 });
  realMs += 10;
  expect(clock.now()).toBe(61_010);
});
