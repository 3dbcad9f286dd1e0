// Which points share an execution of the strategy, and which executions share candles.
import type { RunSettings } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import {
  batchMaxOf,
  type Computation,
  computationsOf,
  groupsOf,
  pointsAtOnceOf,
} from './study-computations.ts';
import type { PlannedPoint } from './study-points.ts';

const settings: RunSettings = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};

test('points that differ only in how they are traded share an execution, each with its own settings', () => {
  const computations = computationsOf(
    [
      [
        { parameters: { n: 1 }, settings: { fees: 0 } },
        { parameters: { n: 1 }, settings: { fees: 0.002 } },
        { parameters: { n: 2 }, settings: { fees: 0 } },
      ],
    ],
    settings,
  );
  expect(computations.map(({ number, points }) => [number, points.map(({ index }) => index)])).toEqual([
    [0, [0, 1]],
    [1, [2]],
  ]);
  expect(computations[0]?.points[1]?.settings.fees).toBe(0.002);
  expect(groupsOf(computations)).toHaveLength(1);
});

test('points of a later list have executions of their own, so that what is computed stays as it was', () => {
  const first = [{ parameters: { n: 1 }, settings: { fees: 0 } }];
  const next = [
    { parameters: { n: 1 }, settings: { fees: 0.001 } },
    { parameters: { n: 1 }, settings: { fees: 0.002 } },
  ];
  const computations = computationsOf([first, next], settings);
  expect(computations.map(({ number, points }) => [number, points.map(({ index }) => index)])).toEqual([
    [0, [0]],
    [1, [1, 2]],
  ]);
});

test('another interval or portfolio is another execution, over other candles', () => {
  const computations = computationsOf(
    [
      [
        { parameters: {}, settings: { timeframe: '24h' } },
        { parameters: {}, settings: { timeframe: '12h' } },
        { parameters: {}, settings: { portfolio: ['USDT', 'BTC', 'ETH'] } },
        { parameters: { n: 1 }, settings: { timeframe: '12h' } },
      ],
    ],
    settings,
  );
  const groups = groupsOf(computations).map((group) => group.map(({ number }) => number));
  expect(groups).toEqual([[0], [1, 3], [2]]);
});

const hourly: RunSettings = { ...settings, timeframe: '1h', start_date: '2022-01-01' };
const manyFees: PlannedPoint[] = Array.from({ length: 100 }, (_, at) => ({
  parameters: {},
  settings: { fees: at / 1_000 },
}));

test('an execution of many points over many bars is one execution, whose points are simulated in turns', () => {
  expect(computationsOf([manyFees], hourly)).toMatchObject([{ number: 0, points: { length: 100 } }]);
  expect(pointsAtOnceOf(hourly, undefined)).toBe(15);
  expect(pointsAtOnceOf(settings, undefined)).toBeGreaterThan(1_000);
});

test('a batch has as many computations as are simulated within a moment', () => {
  const grid: PlannedPoint[] = Array.from({ length: 300 }, (_, n) => ({ parameters: { n }, settings: {} }));
  const most = (own: RunSettings, points = grid, windows = false) => {
    const walk = {
      kind: 'rolling',
      train_bars: 180,
      test_bars: 20,
      embargo_bars: 0,
      metric: 'cagr',
    } as const;
    const group = computationsOf([points], own) as [Computation, ...Computation[]];
    return batchMaxOf(group, windows ? walk : undefined);
  };
  expect(most(settings)).toBeGreaterThan(200);
  expect(most(hourly)).toBeLessThan(20);
  expect(most(hourly, manyFees)).toBe(1);
  expect(most(settings, grid, true)).toBeLessThan(most(settings) / 4);
});
