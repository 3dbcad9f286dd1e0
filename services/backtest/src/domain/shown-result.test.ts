// The part that a link shows of the files of a result: no words of the user, and no prices of every coin.
import { expect, test } from 'vitest';
import { shownSettings, shownStatistics } from './shown-result.ts';

test('settings are shown without notes, output and whatever is new', () => {
  const known = { strategy: 'strategy_a.py', fees: 0.001, parameters: { lookback: 30 }, code_sha256: 'abc' };
  const secret = { notes: 'for my bank', prints: 'my key', strategy_version: 3, run: 'r1', later: 'unknown' };
  expect(shownSettings(JSON.stringify({ ...known, ...secret }))).toEqual(known);
});

test('statistics are shown with their daily curves, without the prices of the coins', () => {
  const statistics = { total_return: 0.25, findings: [], monthly_returns: [] };
  const curves = { timestamp: ['2024-01-01T00:00:00.000Z'], portfolio: [10_000] };
  const written = { ...statistics, curves: { ...curves, prices: { BTC: { first_open: 1, close: [1] } } } };
  expect(shownStatistics(JSON.stringify(written))).toEqual({ ...statistics, curves });
  expect(shownStatistics(JSON.stringify(statistics))).toEqual({ ...statistics, curves: {} });
});
