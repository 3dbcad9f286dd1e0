// Which points share an execution of the strategy, and which executions share candles.
import type { RunSettings } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { computationsOf, groupsOf } from './study-computations.ts';

const settings: RunSettings = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};

test('points that differ in money alone share an execution, each with its own settings', () => {
  const computations = computationsOf(
    [
      { parameters: { n: 1 }, settings: { fees: 0 } },
      { parameters: { n: 1 }, settings: { fees: 0.002 } },
      { parameters: { n: 2 }, settings: { fees: 0 } },
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

test('another interval or portfolio is another execution, over other candles', () => {
  const computations = computationsOf(
    [
      { parameters: {}, settings: { timeframe: '24h' } },
      { parameters: {}, settings: { timeframe: '12h' } },
      { parameters: {}, settings: { portfolio: ['USDT', 'BTC', 'ETH'] } },
      { parameters: { n: 1 }, settings: { timeframe: '12h' } },
    ],
    settings,
  );
  const groups = groupsOf(computations).map((group) => group.map(({ number }) => number));
  expect(groups).toEqual([[0], [1, 3], [2]]);
});
