// Rows of a comparison: the better and the worse end of each figure is marked, and nothing that is alike.
import { describe, expect, test } from 'vitest';
import { metricRows, sharedReturnRow } from './compare-metrics.ts';
import { differingSettings } from './compare-settings.ts';

const rowsOf = (...statistics: Record<string, unknown>[]) =>
  metricRows(statistics.map((one) => ({ statistics: one, criticalFindings: 0 })));
const TWO = [1, 2].map(() => ({ statistics: {}, criticalFindings: 0 }));
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

  test('that grow with time are not marked where the periods differ; others are', () => {
    const figures = { total_return: 3, sharpe_ratio: 1, max_drawdown: -0.5, fees_paid: 900 };
    const long = { ...figures, start: '2021-01-01', end: '2025-10-09' };
    const short = { total_return: 1, sharpe_ratio: 2, max_drawdown: -0.2, fees_paid: 10, end: long.end };
    const uneven = rowsOf(long, { ...short, start: '2024-10-08' });
    for (const key of ['total_return', 'max_drawdown', 'fees_paid'])
      expect(marksOf(uneven, key)).toEqual([null, null]);
    expect(marksOf(uneven, 'sharpe_ratio')).toEqual(['worst', 'best']);
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
    expect(sharedReturnRow(shared, TWO)?.cells).toEqual([
      { text: '+96.00\u202F%', mark: 'best' },
      { text: '+50.00\u202F%', mark: 'worst' },
    ]);
    expect(sharedReturnRow({ ...shared, isShared: false }, TWO)).toBeNull();
    expect(sharedReturnRow(shared, TWO.slice(1))).toBeNull();
  });

  test('that one result lacks are a dash there; those that none has are left out', () => {
    const rows = rowsOf({ positions: { win_rate: 0.6 } }, { positions: null });
    expect(rows.map(({ key, cells }) => [key, cells.map(({ text }) => text)])).toEqual([
      ['positions.win_rate', ['60.00\u202F%', '—']],
    ]);
  });
});

test('only settings that differ are listed, as text', () => {
  const common = { portfolio: ['USDT', 'BTC'], timeframe: '24h', notes: 'a' };
  const rows = differingSettings([
    { ...common, fees: 0.001 },
    { ...common, fees: 0.002, notes: 'b', slippage_bps: 5 },
  ]);
  expect(rows.map(({ label, texts }) => [label, ...texts])).toEqual([
    ['Trading fees', '0.10\u202F%', '0.20\u202F%'],
    ['Slippage', '—', '5 basis points'],
  ]);
});
