// Statistics for reading: nothing is lost, known figures have their unit, what is absent is a dash.
import { describe, expect, test } from 'vitest';
import { groupsOf, plainWords, recordOf } from './statistics.ts';

const STATISTICS = {
  start: '2024-10-08',
  end: '2025-10-08',
  bars: 366,
  initial_value: 10_000,
  final_value: 15_234.5,
  total_return: 0.52345,
  sharpe_ratio: 1.234,
  sortino_ratio: null,
  max_drawdown: -0.2311,
  fees_paid: 123.4,
  beta: 0.7,
  benchmark: { name: 'BTC buy and hold', total_return: 0.9 },
  benchmark_cagr: 0.88,
  synthetic_bars: 0,
};

describe('groups', () => {
  const groups = groupsOf(STATISTICS);
  const textOf = (key: string) => groups.flatMap(({ lines }) => lines).find((line) => line.key === key);

  test('known figures stand in their groups, in a fixed order', () => {
    expect(groups.map(({ title }) => title)).toEqual([
      'Period',
      'Return',
      'Risk',
      'Ratios',
      'Trading',
      'Compared with buying and holding BTC',
      'More',
    ]);
    expect(textOf('total_return')).toMatchObject({ label: 'Total return', text: '52.35%' });
    expect(textOf('max_drawdown')?.text).toBe('-23.11%');
    expect(textOf('final_value')?.text).toBe('15,234.50 USDT');
    expect(textOf('start')?.text).toBe('8 Oct 2024');
  });

  test('a missing figure is a dash, never a zero', () => {
    expect(textOf('sortino_ratio')?.text).toBe('—');
  });

  test('figures of the benchmark say so, nested or not', () => {
    expect(textOf('benchmark.total_return')).toMatchObject({ label: 'BTC: Total return', text: '90.00%' });
    expect(textOf('benchmark_cagr')).toMatchObject({ label: 'BTC: CAGR', text: '88.00%' });
    expect(textOf('beta')).toMatchObject({ label: 'Beta', text: '0.70' });
  });

  test('every figure appears exactly once', () => {
    const keys = groups.flatMap(({ lines }) => lines.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(Object.keys(STATISTICS).length + 1);
  });
});

test('keys without a label become words', () => {
  expect(plainWords('synthetic_bars')).toBe('Synthetic bars');
});

test.each(['', 'nonsense', '[1]', 'null', '3'])('%s is no record', (text) => {
  expect(recordOf(text)).toBeNull();
});
