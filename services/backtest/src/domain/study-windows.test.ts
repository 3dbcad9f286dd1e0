// Which bars the windows of a walk-forward test train and test on.
import type { WalkForwardPlan } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowsOf } from './study-windows.ts';

const plan = (more: Partial<WalkForwardPlan> = {}): WalkForwardPlan => ({
  kind: 'rolling',
  train_bars: 40,
  test_bars: 10,
  embargo_bars: 0,
  metric: 'sharpe_ratio',
  ...more,
});

test('rolling windows forget the oldest bars', () => {
  expect(windowsOf(plan(), 65)).toEqual([
    { train: [0, 40], test: [40, 50] },
    { train: [10, 50], test: [50, 60] },
  ]);
});

test('anchored windows keep the oldest bars', () => {
  expect(windowsOf(plan({ kind: 'anchored' }), 60)).toEqual([
    { train: [0, 40], test: [40, 50] },
    { train: [0, 50], test: [50, 60] },
  ]);
});

test('the embargo lies between the bars that choose and those that judge', () => {
  expect(windowsOf(plan({ embargo_bars: 3 }), 53)).toEqual([{ train: [0, 40], test: [43, 53] }]);
});

test.for([
  ['a range that is too short', plan(), 49, /needs 50 bars; the range has 49/],
  ['too many windows', plan({ test_bars: 5 }), 400, /72 windows, at most 60/],
] as const)('%s is refused with the numbers', ([, chosen, bars, problem]) => {
  expect(windowsOf(chosen, bars)).toMatchObject({
    refused: 'STUDY_WINDOWS_INVALID',
    data: { problem: expect.stringMatching(problem) },
  });
});

test('test bars follow one another without a gap, and none is trained on before it is tested', () => {
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom('rolling' as const, 'anchored' as const),
        train_bars: fc.integer({ min: 20, max: 200 }),
        test_bars: fc.integer({ min: 5, max: 80 }),
        embargo_bars: fc.integer({ min: 0, max: 30 }),
      }),
      fc.integer({ min: 50, max: 500 }),
      (chosen, bars) => {
        const windows = windowsOf(plan(chosen), bars);
        if ('refused' in windows) return;
        windows.forEach(({ train, test: tested }, at) => {
          expect(tested[0] - train[1]).toBe(chosen.embargo_bars);
          expect(tested[1]).toBeLessThanOrEqual(bars);
          const next = windows[at + 1];
          if (next) expect(next.test[0]).toBe(tested[1]);
        });
      },
    ),
  );
});
