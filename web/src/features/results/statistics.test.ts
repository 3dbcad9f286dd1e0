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
  daily_profit_factor: 1.5,
  trailing_returns: { one_year: 0.25, six_months: null },
  benchmark: { name: 'BTC', total_return: 0.9 },
  basket: { name: 'Basket', cagr: 0.88 },
  relative_to_basket: { beta: 1.1 },
  positions: null,
  synthetic_bars: 0,
};

describe('groups', () => {
  const groups = groupsOf(STATISTICS);
  const textOf = (key: string) => groups.flatMap(({ lines }) => lines).find((line) => line.key === key);

  test('known figures stand in their groups, in a fixed order', () => {
    expect(groups.map(({ title }) => title)).toEqual([
      'Period',
      'Return',
      'Drawdown',
      'Ratios',
      'Days of gain and loss',
      'Up to the end',
      'Trading',
      'Compared with buying and holding BTC',
      'Compared with holding all coins in equal parts',
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

  test('figures of what was held instead say so, and those against it stand beside them', () => {
    expect(textOf('benchmark.total_return')).toMatchObject({ label: 'BTC: Total return', text: '90.00%' });
    expect(textOf('basket.cagr')).toMatchObject({ label: 'Basket: CAGR', text: '88.00%' });
    expect(textOf('beta')).toMatchObject({ label: 'Beta', text: '0.70' });
    expect(textOf('relative_to_basket.beta')).toMatchObject({ label: 'Beta', text: '1.10' });
  });

  test('every figure appears exactly once', () => {
    const keys = groups.flatMap(({ lines }) => lines.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(Object.keys(STATISTICS).length + 3);
  });
});

describe('tables', () => {
  const groups = groupsOf({
    worst_drawdowns: [
      { peak: '2021-11-10', trough: '2023-06-10', recovery: '2024-11-30', depth: -0.7863, days: 1115.625 },
      { peak: '2024-12-03', trough: '2025-04-20', recovery: null, depth: -0.6684, days: 308.5 },
    ],
    coins: [
      {
        coin: 'BTC',
        profit: -50,
        contribution: -0.005,
        fees_paid: 12.3,
        turnover: 2,
        fills: 4,
        average_weight: 0.3,
      },
    ],
    monthly_returns: [{ year: 2024, months: [null, 0.1, ...new Array<null>(10).fill(null)], total: 0.1 }],
    odd: [{ a: 1 }],
  });
  const linesOf = (title: string) => groups.find((group) => group.title === title)?.lines ?? [];

  test('of drawdowns have a line each, with its dates', () => {
    expect(linesOf('Worst drawdowns').map(({ label, text }) => [label, text])).toEqual([
      ['10 Nov 2021 to 30 Nov 2024', '-78.63% on 10 Jun 2023, 1,116 days'],
      ['3 Dec 2024 to the end', '-66.84% on 20 Apr 2025, 309 days'],
    ]);
  });

  test('of coins say what each one brought and cost', () => {
    expect(linesOf('Contribution of each coin')[0]).toMatchObject({ text: '-0.50% (-50.00 USDT)' });
    expect(linesOf('Weight and trading of each coin')[0]).toMatchObject({
      label: 'BTC',
      text: '30.00% held, 4 trades, turnover 2.00, fees 12.30 USDT',
    });
  });

  test('of months are a group a year, a dash for months outside the run', () => {
    const year = linesOf('Returns in 2024');
    expect(year).toHaveLength(13);
    expect(year.slice(0, 2).map(({ label, text }) => `${label} ${text}`)).toEqual(['Jan —', 'Feb +10.00%']);
    expect(year.at(-1)).toMatchObject({ label: 'Year', text: '+10.00%' });
  });

  test('that nobody knows are shown as they are', () => {
    expect(linesOf('More')).toEqual([{ key: 'odd', label: 'Odd', text: '[{"a":1}]' }]);
  });
});

test('keys without a label become words', () => {
  expect(plainWords('synthetic_bars')).toBe('Synthetic bars');
});

test.each(['', 'nonsense', '[1]', 'null', '3'])('%s is no record', (text) => {
  expect(recordOf(text)).toBeNull();
});
