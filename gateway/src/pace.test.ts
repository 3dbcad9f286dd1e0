// Attempts at accounts start at least an interval apart, in the order in which they came.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('who comes alone waits for nothing, who comes with others waits for his turn', () => {
  const pace = createPace(30, 100);
  expect([0, 0, 0, 10, 1_000].map((now) => pace.take(now))).toEqual([0, 30, 60, 80, 0]);
});

test('who would wait behind too many is turned away, and takes nobody the turn', () => {
  const pace = createPace(30, 2);
  expect([0, 0, 0, 0, 0, 29, 30, 31].map((now) => pace.take(now))).toEqual([
    0,
    30,
    60,
    null,
    null,
    null,
    60,
    null,
  ]);
});

test('turns are never closer than the interval, and nobody waits without need', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(200), { maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      (pauses, interval) => {
        const pace = createPace(interval, 1_000);
        let now = 0;
        let before = Number.NEGATIVE_INFINITY;
        for (const pause of pauses) {
          now += pause;
          const waitMs = pace.take(now);
          if (waitMs === null) throw new Error('turned away');
          expect(now + waitMs).toBe(Math.max(now, before + interval));
          before = now + waitMs;
        }
      },
    ),
  );
});
