// Rows of a comparison: the better and the worse end of each figure is marked, and nothing that is alike.
import { describe, expect, test } from 'vitest';
import { notComparable } from './comparable.ts';
import { metricRows, sharedReturnRow } from './compare-metrics.ts';
import { differingSettings } from './compare-settings.ts';

const rowsOf = (...statistics: Record<string, unknown>[]) =>
  metricRows(statistics.map((one) => ({ statistics: one, settings: {}, criticalFindings: 0 })));
const TWO = [1, 2].map(() => ({ statistics: {}, settings: {}, criticalFindings: 0 }));
const reasonsOf = (rows: ReturnType<typeof rowsOf>) =>
  Object.fromEntries(rows.map(({ key, differing }) => [key, notComparable(differing)]));
const marksOf = (rows: ReturnType<typeof rowsOf>, key: string) =>
  rows.find((row) => row.key === key)?.cells.map(({ mark }) => mark);

describe('figures', () => {
  test('that should be high and figures that should be low are marked at their ends', () => {
    const rows = rowsOf(
      { sharpe_ratio: 1, max_drawdown: -0.5 },
      { sharpe_ratio: 2, max_drawdown: -0.2 },
      { sharpe_ratio: 1.5, max_drawdown: -0.3 },
    );
    expect(marksOf(rows, 'sharpe_ratio')).toEqual(['worst', 'best', null]);
    expect(marksOf(rows, 'max_drawdown')).toEqual(['worst', 'best', null]);
    expect(rows[0]?.label).toBe('Max drawdown');
  });

  test('that read the same, or of which neither end is better, are not marked', () => {
    const rows = rowsOf({ cagr: 0.10001, fills: 3 }, { cagr: 0.10002, fills: 300 });
    expect(marksOf(rows, 'cagr')).toEqual([null, null]);
    expect(marksOf(rows, 'fills')).toEqual([null, null]);
  });

  test('of other periods are not marked, whether they grow with time or not', () => {
    const figures = {
      ...{ total_return: 3, sharpe_ratio: 1, max_drawdown: -0.5, fees_paid: 900, initial_value: 1_000 },
    };
    const long = { ...figures, start: '2021-01-01', end: '2025-10-09' };
    const short = {
      total_return: 1,
      sharpe_ratio: 2,
      max_drawdown: -0.2,
      fees_paid: 10,
      initial_value: 1_000,
      end: long.end,
    };
    const uneven = rowsOf(long, { ...short, start: '2024-10-08' });
    for (const key of ['total_return', 'max_drawdown', 'fees_share', 'sharpe_ratio'])
      expect(marksOf(uneven, key)).toEqual([null, null]);
    expect(marksOf(rowsOf(long, { ...short, start: long.start }), 'total_return')).toEqual(['best', 'worst']);
  });

  test('of weeks and of days judge the same period where only the days of a week are between them', () => {
    const weeks = { total_return: 3, start: '2021-01-04', end: '2025-10-13', periods_per_year: 52 };
    const days = { total_return: 1, start: '2021-01-01', end: '2025-10-09', periods_per_year: 365 };
    expect(marksOf(rowsOf(weeks, days), 'total_return')).toEqual(['best', 'worst']);
    const longer = { ...days, end: '2025-10-20' };
    expect(marksOf(rowsOf(weeks, longer), 'total_return')).toEqual([null, null]);
    expect(marksOf(rowsOf(days, { ...days, total_return: 2, end: '2025-10-08' }), 'total_return')).toEqual([
      null,
      null,
    ]);
  });

  test('of a result that must not be trusted are neither the best nor the worst', () => {
    const of = (sharpe_ratio: number, criticalFindings = 0) => ({
      statistics: { sharpe_ratio },
      settings: {},
      criticalFindings,
    });
    expect(marksOf(metricRows([of(15, 1), of(1), of(2)]), 'sharpe_ratio')).toEqual([null, 'worst', 'best']);
    expect(marksOf(metricRows([of(15, 1), of(1)]), 'sharpe_ratio')).toEqual([null, null]);
  });

  test('over shared days are those of the rebased curves', () => {
    const line = (...values: number[]) => ({
      times: Float64Array.from(values.keys()),
      values: Float64Array.from(values),
    });
    const lines = [line(100, 196), line(100, 150)];
    const shared = { whole: { from: 0, to: 1 }, isShared: true, lines };
    const held = { name: 'BTC', totalReturn: 0.7 };
    expect(sharedReturnRow(shared, TWO, [held, null])?.cells).toEqual([
      { text: '+96.00\u202F%', value: expect.closeTo(0.96, 12), mark: 'best', held },
      { text: '+50.00\u202F%', value: expect.closeTo(0.5, 12), mark: 'worst', held: null },
    ]);
    expect(sharedReturnRow({ ...shared, isShared: false }, TWO, [])).toBeNull();
    expect(sharedReturnRow(shared, TWO.slice(1), [])).toBeNull();
  });

  test('that are returns stand next to those of holding, all of it or a year of it', () => {
    const benchmark = { name: 'BTC', total_return: 0.3, cagr: 0.1 };
    const rows = rowsOf({ total_return: 1, cagr: 0.4, sharpe_ratio: 1, benchmark }, { total_return: 2 });
    const heldIn = (key: string) => rows.find((row) => row.key === key)?.cells.map(({ held }) => held);
    expect(heldIn('total_return')).toEqual([{ name: 'BTC', totalReturn: 0.3 }, null]);
    expect(heldIn('cagr')).toEqual([{ name: 'BTC', totalReturn: 0.1 }, null]);
    expect(heldIn('sharpe_ratio')).toEqual([undefined, undefined]);
  });

  test('that one result lacks are a dash there; those that none has are left out', () => {
    const rows = rowsOf({ positions: { win_rate: 0.6 } }, { positions: null });
    expect(rows.map(({ key, cells }) => [key, cells.map(({ text }) => text)])).toEqual([
      ['positions.win_rate', ['60.00\u202F%', '—']],
    ]);
  });
});

describe('what cannot be compared says why', () => {
  const run = {
    ...{ total_return: 0.5, fees_paid: 20, initial_value: 1_000, final_value: 1_500, fills: 30 },
    ...{ sharpe_ratio: 1, win_rate: 0.5, start: '2025-01-01', end: '2025-10-09', periods_per_year: 365 },
  };

  test('nothing where capital, period and interval are the same', () => {
    const rows = rowsOf(run, { ...run, fees_paid: 40 });
    expect(new Set(Object.values(reasonsOf(rows)))).toEqual(new Set([null]));
  });

  // spec: results.62
  test('an amount of another capital; fees are a share of it', () => {
    const rows = rowsOf(run, { ...run, initial_value: 500, fees_paid: 15, final_value: 750 });
    expect(reasonsOf(rows)).toMatchObject({
      final_value: 'not comparable: starting capital differs',
      total_return: null,
      fees_share: null,
    });
    expect(rows.find(({ key }) => key === 'fees_share')?.cells.map(({ text, mark }) => [text, mark])).toEqual(
      [
        ['2.00\u202F%', 'best'],
        ['3.00\u202F%', 'worst'],
      ],
    );
  });

  test('whatever is better or worse, of another period', () => {
    expect(reasonsOf(rowsOf(run, { ...run, start: '2024-01-01', initial_value: 9 }))).toMatchObject({
      total_return: 'not comparable: period differs',
      fees_share: 'not comparable: period differs',
      final_value: 'not comparable: starting capital and period differ',
      sharpe_ratio: 'not comparable: period differs',
    });
  });

  test('a number of trades of another interval, and shares of weeks among those of days', () => {
    const rows = metricRows([
      { statistics: run, settings: { timeframe: '24h' }, criticalFindings: 0 },
      {
        statistics: { ...run, periods_per_year: 52 },
        settings: { timeframe: 'weekly' },
        criticalFindings: 0,
      },
    ]);
    expect(reasonsOf(rows)).toMatchObject({
      fills: 'not comparable: interval differs',
      win_rate: 'not comparable: length of returns differs',
      total_return: null,
    });
    expect(rows.find(({ key }) => key === 'win_rate')?.label).toBe('Win rate (days or weeks)');
  });
});

test('only settings that differ are listed, as text', () => {
  const common = { portfolio: ['USDT', 'BTC'], timeframe: '24h', notes: 'a' };
  const rows = differingSettings([
    { ...common, fees: 0.001 },
    { ...common, fees: 0.002, notes: 'b', slippage: 0.0005 },
  ]);
  expect(rows.map(({ label, texts }) => [label, ...texts])).toEqual([
    ['Trading fees', '0.10\u202F%', '0.20\u202F%'],
    ['Slippage', '—', '0.05\u202F%'],
  ]);
});
