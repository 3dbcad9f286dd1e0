// The next points of a search: points of the plan's axes that are new runs, near those with a high goal.
import type { RunSettings, StudyPlan } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import type { PlannedPoint } from './study-points.ts';
import { nextPoints } from './study-search.ts';

const settings: RunSettings = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};
const plan: StudyPlan = {
  method: 'optimise',
  goal: 'sharpe_ratio',
  // Values out of order have an order all the same.
  parameters: { lookback: { values: [90, 10, 50, 30, 70] }, mode: { values: ['equal', 'inverse'] } },
  settings: { timeframe: { values: ['24h', '1h', '4h'] } },
  seed: 0,
};
const at = (lookback: number, mode: string, timeframe: '24h' | '1h' | '4h'): PlannedPoint => ({
  parameters: { lookback, mode, hedge: false },
  settings: { timeframe },
});
const searched = [
  { point: at(10, 'equal', '24h'), figure: 0.1 },
  { point: at(30, 'inverse', '1h'), figure: null },
  { point: at(70, 'equal', '4h'), figure: 2 },
];
const keyOf = (point: PlannedPoint) => JSON.stringify([point.parameters, point.settings]);

test('points are of the axes, with the other parameters as they are, and not known yet', () => {
  const next = nextPoints({ plan, settings, total: 30, searched });
  expect(next).toHaveLength(4);
  const known = new Set(searched.map(({ point }) => keyOf(point)));
  for (const point of next) {
    expect(known.has(keyOf(point))).toBe(false);
    expect(plan.parameters.lookback).toMatchObject({
      values: expect.arrayContaining([point.parameters.lookback]),
    });
    expect(point.parameters.hedge).toBe(false);
    expect(Object.keys(point.settings)).toEqual(['timeframe']);
  }
});

test('the best point draws the search to its neighbours, along the order of the values', () => {
  const parameters = { lookback: { values: [90, 10, 50, 30, 70, 20, 80, 40, 60] } };
  const known = [10, 50, 70].map((lookback, index) => ({
    point: { parameters: { lookback }, settings: {} },
    figure: index,
  }));
  const alone = { ...plan, parameters, settings: {} };
  const [first, second] = nextPoints({ plan: alone, settings, total: 30, searched: known });
  expect([first?.parameters.lookback, second?.parameters.lookback].toSorted()).toEqual([60, 80]);
});

test('calendars have their order, too', () => {
  const calendars = { rebalance_every: { values: ['bar', 'weekly', 'daily', 'monthly'] } };
  const known = (['bar', 'monthly'] as const).map((rebalance_every) => ({
    point: { parameters: {}, settings: { rebalance_every } },
    figure: rebalance_every === 'bar' ? 1 : 0,
  }));
  const alone = { ...plan, parameters: {}, settings: calendars } as StudyPlan;
  const hourly = { ...settings, timeframe: '1h' } as const;
  const [first] = nextPoints({ plan: alone, settings: hourly, total: 4, searched: known });
  expect(first?.settings).toEqual({ rebalance_every: 'daily' });
});

test.for([
  ['all of the budget is used', { total: 3 }, 0],
  ['one point is left', { total: 4 }, 1],
  ['rounds grow with the budget', { total: 120 }, 10],
] as const)('%s', ([, more, count]) => {
  expect(nextPoints({ plan, settings, searched, ...more })).toHaveLength(count);
});

test('two ends of a band of no width are one run, and the search ends when there is no other', () => {
  const bands = { drift_band_percent: { values: [0] }, drift_band_to: { values: ['target', 'edge'] } };
  const known = [
    { point: { parameters: {}, settings: { drift_band_percent: 0, drift_band_to: 'edge' } }, figure: 1 },
  ] as const;
  const planned = { ...plan, parameters: {}, settings: bands } as StudyPlan;
  expect(nextPoints({ plan: planned, settings, total: 2, searched: known })).toEqual([]);
});
