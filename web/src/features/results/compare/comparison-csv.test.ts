// The download of a comparison has the figures in full and the marks of the page.
import { expect, test } from 'vitest';
import { metricRows } from './compare-metrics.ts';
import type { Compared } from './compared.ts';
import { comparisonCsv } from './comparison-csv.ts';

const compared = (label: string, initial_value: number, fees: number, statistics = {}): Compared => ({
  ...{ run: label, name: label, label, differences: [], facts: [], chatId: 'c1', criticalFindings: 0 },
  statistics: {
    ...{ sharpe_ratio: 1 / initial_value, final_value: 2 * initial_value, initial_value },
    ...{ start: '2025-01-01', end: '2025-02-04' },
    ...statistics,
  },
  settings: { starting_capital: initial_value, fees },
  curves: null,
});

// spec: results.63
test('figures, marks, reasons, and the settings that differ', () => {
  const both = [compared('calm', 3, 0.001), compared('wild, or not', 4, 0.001)];
  expect(comparisonCsv(both, metricRows(both)).split('\r\n')).toEqual([
    'figure,calm,"wild, or not",best,worst,note',
    'sharpe_ratio,0.3333333333333333,0.25,calm,"wild, or not",',
    'final_value,6,8,,,not comparable: starting capital differs',
    'annual_figures,annualised from 34 days,annualised from 34 days,,,',
    'critical_findings,0,0,,,',
    'setting_starting_capital,3.00 USDT,4.00 USDT,,,',
    '',
  ]);
});

test('what holding returned stands below a return, and what was held is named', () => {
  const held = { total_return: 0.2, benchmark: { name: 'BTC', total_return: 0.3 } };
  const both = [compared('calm', 3, 0.001, held), compared('old', 3, 0.001, { total_return: 0.1 })];
  const lines = comparisonCsv(both, metricRows(both)).split('\r\n');
  expect(lines.slice(1, 3)).toEqual(['total_return,0.2,0.1,calm,old,', 'total_return_of_holding,0.3,,,,']);
  expect(lines).toContain('benchmark,Hold BTC,,,,');
});
