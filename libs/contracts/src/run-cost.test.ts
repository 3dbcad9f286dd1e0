// A run costs 100 VUT per million cells, at most all bars of its days times all its coins.
import { expect, test } from 'vitest';
import type { Timeframe } from './constants.ts';
import { fromVut } from './money.ts';
import { costOfCells, estimateRunCost } from './run-cost.ts';

test.each([
  [0, 0],
  [1, 0.0001],
  [365 * 9, 0.3285],
  [1_000_000, 100],
])('%i cells cost %d VUT', (cells, vut) => {
  expect(costOfCells(cells)).toBe(fromVut(vut));
});

const estimate = (timeframe: Timeframe, start_date: string, end_date: string, portfolio: string[]) =>
  estimateRunCost({ timeframe, start_date, end_date, portfolio });

test.each([
  ['24h', '2024-01-01', '2024-12-31', ['USDT', 'BTC'], 366],
  ['1h', '2024-02-29', '2024-02-29', ['USDT', 'BTC', 'ETH'], 48],
  ['weekly', '2024-12-30', '2025-01-06', ['USDT', 'BTC', 'ETH', 'BNB'], 6],
  ['weekly', '2025-01-07', '2025-01-12', ['USDT', 'BTC'], 0],
] as const)('%s bars from %s to %s of %j are %i cells', (timeframe, from, to, portfolio, cells) => {
  expect(estimate(timeframe, from, to, [...portfolio])).toBe(costOfCells(cells));
});

// spec: accounts.29
test('the quote currency is not a column of the frame and costs nothing', () => {
  expect(estimate('24h', '2024-01-01', '2024-12-31', ['USDT'])).toBe(0);
});

test('an invalid date has no cost', () => {
  expect(() => estimate('24h', '2024-02-31', 'tomorrow', ['USDT', 'BTC'])).toThrow(RangeError);
});
