// The curves of a run: the numbers of its table, the benchmarks of its statistics, and nothing made up.
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { type RunCurves, runCurves, valueAt, withBenchmark } from './run-curves.ts';

const TABLE = parseCsv(
  [
    'timestamp,target_BTC,target_ETH,target_USDT,held_BTC,held_ETH,held_USDT,portfolio_value,return',
    '2025-01-01T00:00:00.000Z,0.5,0.25,0.25,0.5,0.25,0.25,10000,0',
    '2025-01-01T12:00:00.000Z,0.5,0.25,0.25,0.4,0.3,0.3,9000,-0.1',
    '2025-01-02T00:00:00.000Z,0,0,1,0,0,1,12000,0.33',
  ].join('\n'),
);
const STATISTICS = {
  initial_value: 10_000,
  curves: {
    timestamp: ['2025-01-01T12:00:00.000Z', '2025-01-02T00:00:00.000Z'],
    portfolio: [9_000, 12_000],
    btc: [9_500, 9_900],
    basket: null,
    rolling_sharpe: [null, 1.5],
  },
};

describe('the curves', () => {
  // spec: results.39
  test('have each bar of the table, its weights, and the benchmarks by day', () => {
    const curves = runCurves(TABLE, STATISTICS);
    expect([...(curves?.portfolio.values ?? [])]).toEqual([10_000, 9_000, 12_000]);
    expect(curves?.drawdown.values[1]).toBeCloseTo(-0.1, 12);
    expect(curves?.weights?.coins).toEqual(['BTC', 'ETH', 'USDT']);
    expect(curves?.weights?.at(1)).toEqual([0.5, 0.25, 0.25]);
    expect(curves?.holdings?.coins).toEqual(['BTC', 'ETH', 'USDT']);
    expect(curves?.holdings?.at(1)).toEqual([0.4, 0.3, 0.3]);
    expect([...(curves?.benchmark?.values ?? [])]).toEqual([9_500, 9_900]);
    expect(curves?.basket).toBeNull();
    expect([...(curves?.rollingSharpe?.values ?? [])]).toEqual([Number.NaN, 1.5]);
  });

  // spec: results.57
  test('can have any coin as the benchmark, bought at the first open with the starting capital', () => {
    const prices = {
      BTC: { first_open: 100, close: [95, 99] },
      ETH: { first_open: 10, close: [12, 15] },
      SOL: { first_open: 1, close: [1] },
    };
    const curves = runCurves(TABLE, { ...STATISTICS, curves: { ...STATISTICS.curves, prices } }) as RunCurves;
    expect([...curves.holds.keys()]).toEqual(['BTC', 'ETH']);
    expect(curves.held).toBe('BTC');
    expect([...(curves.holds.get('BTC')?.values ?? [])]).toEqual([...(curves.benchmark?.values ?? [])]);
    const chosen = withBenchmark(curves, 'ETH');
    expect(chosen.held).toBe('ETH');
    expect([...(chosen.benchmark?.values ?? [])]).toEqual([12_000, 15_000]);
    expect(withBenchmark(curves, 'SOL')).toBe(curves);
  });

  test('of a private run are the daily ones, without weights', () => {
    const curves = runCurves(null, STATISTICS);
    expect([...(curves?.portfolio.values ?? [])]).toEqual([9_000, 12_000]);
    expect(curves?.drawdown.values[0]).toBeCloseTo(-0.1, 12);
    expect(curves?.weights).toBeNull();
  });

  test('are without benchmarks where the statistics hold none', () => {
    expect(runCurves(TABLE, { initial_value: 10_000 })).toMatchObject({
      benchmark: null,
      basket: null,
      rollingSharpe: null,
    });
  });

  test.each([
    ['no value column', 'timestamp,value\n2025-01-01,1\n2025-01-02,2'],
    ['one bar', 'timestamp,portfolio_value\n2025-01-01,1'],
    ['a value that is no number', 'timestamp,portfolio_value\n2025-01-01,1\n2025-01-02,x'],
    ['times that are none', 'timestamp,portfolio_value\na,1\nb,2'],
    ['times out of order', 'timestamp,portfolio_value\n2025-01-02,1\n2025-01-01,2'],
    ['nothing', ''],
  ])('are none of a table with %s', (_, text) => {
    expect(runCurves(parseCsv(text), {})).toBeNull();
  });

  test('daily curves that do not fit together are left out', () => {
    const curves = { ...STATISTICS.curves, btc: [1], timestamp: ['x', 'y'] };
    expect(runCurves(TABLE, { curves })).toMatchObject({ benchmark: null });
    expect(runCurves(null, { curves })).toBeNull();
  });
});

test('the value at a time is the newest before it', () => {
  const series = { times: Float64Array.of(10, 20), values: Float64Array.of(1, 2) };
  expect([5, 10, 19, 20, 99].map((ms) => valueAt(series, ms))).toEqual([Number.NaN, 1, 1, 2, 2]);
});
