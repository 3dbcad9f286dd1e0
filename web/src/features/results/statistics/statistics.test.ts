// Statistics for reading: nothing is lost, known figures have their unit, missing ones are a dash.
import { describe, expect, test } from 'vitest';
import { lettersNote } from './period-words.ts';
import { comparisonOf, groupsOf, plainWords, recordOf } from './statistics.ts';
import { GROUPS, PERFORMANCE, RELATION } from './statistics-labels.ts';
import { MEANINGS } from './statistics-meanings.ts';

const STATISTICS = {
  start: '2024-10-08T00:00:00.000Z',
  end: '2025-10-09T00:00:00.000Z',
  bars: 366,
  initial_value: 10_000,
  final_value: 15_234.5,
  total_return: 0.52345,
  sharpe_ratio: 1.234,
  sortino_ratio: null,
  max_drawdown: -0.2311,
  fees_paid: 123.4,
  alpha: null,
  beta: 0.7,
  daily_profit_factor: 1.5,
  trailing_returns: { one_year: 0.25, six_months: null },
  benchmark: { name: 'BTC', total_return: 0.9 },
  basket: { name: 'Basket', cagr: 0.88 },
  relative_to_basket: { beta: 1.1 },
  positions: null,
  synthetic_bars: 0,
  findings: [],
  coins: [{ coin: 'BTC' }, { coin: 'ETH' }],
};

describe('groups', () => {
  const groups = groupsOf(STATISTICS);
  const lineOf = (key: string) => groups.flatMap(({ lines }) => lines).find((line) => line.key === key);

  test('known figures stand in their groups, in a fixed order', () => {
    expect(groups.map(({ title }) => title)).toEqual([
      'Period',
      'Return',
      'Drawdown',
      'Ratios',
      'Winning and losing days',
      'Trailing returns',
      'Trading',
      'More',
    ]);
    expect(lineOf('total_return')).toMatchObject({ label: 'Total return', text: '+52.35\u202F%' });
    expect(lineOf('max_drawdown')?.text).toBe('−23.11\u202F%');
    expect(lineOf('final_value')?.text).toBe('15,234.50 USDT');
  });

  test('the period ends with the day that the last bar belongs to', () => {
    expect([lineOf('start')?.text, lineOf('end')?.text]).toEqual(['8 Oct 2024', '8 Oct 2025']);
  });

  test('a missing figure is a dash, never a zero', () => {
    expect(lineOf('sortino_ratio')?.text).toBe('—');
  });

  test('a track record is long enough at a whole day; of a loser it never is', () => {
    const textOf = (figures: object) =>
      groupsOf({ ...STATISTICS, ...figures })
        .flatMap(({ lines }) => lines)
        .find(({ key }) => key === 'minimum_track_record_length')?.text;
    expect(textOf({ minimum_track_record_length: 212.4 })).toBe('213');
    expect(textOf({ minimum_track_record_length: null, probabilistic_sharpe_ratio: 0.4 })).toBe('Never');
    expect(textOf({ minimum_track_record_length: null, probabilistic_sharpe_ratio: null })).toBe('—');
  });

  test('the best and the worst year are named, and whether the run covers all of it', () => {
    const of = (year: number, total: number) => ({ year, months: [], total });
    const years = { best_year: 0.5, worst_year: -0.1, monthly_returns: [of(2024, 0.5), of(2025, -0.1)] };
    const textsOf = (span: object) =>
      groupsOf({ ...STATISTICS, ...years, ...span })
        .flatMap(({ lines }) => lines)
        .filter(({ key }) => key.endsWith('_year') && key !== 'turnover_per_year')
        .map(({ text }) => text);
    expect(textsOf({}).slice(0, 2)).toEqual([
      '50.00\u202F% (2024, partial)',
      '−10.00\u202F% (2025, partial)',
    ]);
    expect(textsOf({ start: '2024-01-01', end: '2026-01-01' }).slice(0, 2)).toEqual([
      '50.00\u202F% (2024)',
      '−10.00\u202F% (2025)',
    ]);
  });

  test('figures of calendar years say how many of them the run covers in part', () => {
    const of = (year: number, total: number) => ({ year, months: [], total });
    const years = { yearly_win_rate: 1, monthly_returns: [of(2024, 0.4), of(2025, 0.1)] };
    const winRate = (span: object) =>
      groupsOf({ ...STATISTICS, ...years, ...span })
        .flatMap(({ lines }) => lines)
        .find(({ key }) => key === 'yearly_win_rate')?.text;
    expect(winRate({})).toBe('100.00\u202F% (of 2 calendar years, 2 partial)');
    expect(winRate({ start: '2024-01-01', end: '2026-01-01' })).toBe('100.00\u202F%');
    expect(winRate({ yearly_win_rate: null })).toBe('—');
  });

  test('an unknown figure is shown as it is', () => {
    expect(groupsOf({ odd: [{ a: 1 }] })).toEqual([
      { title: 'More', lines: [{ key: 'odd', label: 'Odd', text: '[{"a":1}]' }] },
    ]);
  });

  test('every figure appears once, except those with their own place', () => {
    const keys = groups.flatMap(({ lines }) => lines.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    const elsewhere = ['alpha', 'beta', 'benchmark', 'basket', 'relative_to_basket', 'findings', 'coins'];
    // One group of two takes the place of its own key.
    expect(keys).toHaveLength(Object.keys(STATISTICS).length - elsewhere.length + 1);
  });
});

describe('the words for periods', () => {
  const wordsOf = (statistics: Record<string, unknown>) =>
    JSON.stringify([groupsOf(statistics), comparisonOf(statistics), lettersNote(statistics)]);
  const every = Object.fromEntries(GROUPS.flatMap(([, lines]) => Object.keys(lines)).map((key) => [key, 1]));

  test('are days, and weeks for weekly bars', () => {
    const lineOf = (periods: number) =>
      groupsOf({ ...STATISTICS, best_day: 0.1, win_rate: 0.5, periods_per_year: periods }).find(({ title }) =>
        title.startsWith('Winning'),
      );
    expect(lineOf(365)).toMatchObject({
      title: 'Winning and losing days',
      lines: [{ label: 'Best day' }, {}, {}],
    });
    expect(lineOf(52)).toMatchObject({
      title: 'Winning and losing weeks',
      lines: [
        { label: 'Best week' },
        { label: 'Win rate (weeks)', meaning: expect.stringMatching(/^Weeks with a gain/) },
        { label: 'Profit factor (weeks)' },
      ],
    });
    expect(lettersNote({ periods_per_year: 365 })).toContain('days in a year (365)');
    expect(lettersNote({ periods_per_year: 52 })).toContain('weeks in a year (52)');
  });

  test.each([365, 52])('leave no place empty at %d a year', (periods) => {
    expect(wordsOf({ ...every, ...STATISTICS, periods_per_year: periods })).not.toMatch(/\{\w+\}/);
  });
});

describe('the comparison', () => {
  const comparison = comparisonOf(STATISTICS);
  const cellsOf = (key: string) =>
    [...(comparison?.performance ?? []), ...(comparison?.relation ?? [])].find((row) => row.key === key)
      ?.cells;

  test('puts the strategy next to what could have been held', () => {
    expect(comparison?.columns).toEqual(['Strategy', 'Hold BTC', 'Hold all coins equally']);
    expect(cellsOf('total_return')).toEqual(['+52.35\u202F%', '+90.00\u202F%', '—']);
    expect(cellsOf('cagr')).toEqual(['—', '—', '+88.00\u202F%']);
  });

  test('shows how the strategy moves with each, and nothing about itself', () => {
    expect(cellsOf('beta')).toEqual([null, '0.70', '1.10']);
    expect(cellsOf('alpha')).toEqual([null, '—', '—']);
  });

  test('has a column for each benchmark, and is left out without any', () => {
    expect(comparisonOf({ ...STATISTICS, basket: null })?.columns).toEqual(['Strategy', 'Hold BTC']);
    const oneCoin = { ...STATISTICS, coins: [{ coin: 'BTC' }] };
    expect(comparisonOf(oneCoin)?.columns).toEqual(['Strategy', 'Hold BTC']);
    expect(comparisonOf({ beta: null, benchmark: null })).toBeNull();
  });
});

test('every known figure has a meaning, and every meaning a figure', () => {
  const known = [...GROUPS.flatMap(([, lines]) => Object.keys(lines)), ...Object.keys(PERFORMANCE)];
  const explained = Object.keys(MEANINGS).filter((key) => !key.startsWith('coins.'));
  expect(explained.toSorted()).toEqual([...new Set([...known, ...Object.keys(RELATION)])].toSorted());
});

test('keys without a label become words', () => {
  expect(plainWords('synthetic_bars')).toBe('Synthetic bars');
});

test.each(['', 'nonsense', '[1]', 'null', '3'])('%s is not a record', (text) => {
  expect(recordOf(text)).toBeNull();
});
