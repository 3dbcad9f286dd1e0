// The download of a comparison has the figures in full and the marks of the page.
import { expect, test } from 'vitest';
import { metricRows } from './compare-metrics.ts';
import type { Compared } from './compared.ts';
import { comparisonCsv } from './comparison-csv.ts';

const compared = (label: string, initial_value: number, fees: number): Compared => ({
  ...{ run: label, name: label, label, differences: [], facts: [], chatId: 'c1', criticalFindings: 0 },
  statistics: {
    ...{ sharpe_ratio: 1 / initial_value, final_value: 2 * initial_value, initial_value },
    ...{ start: '2025-01-01', end: '2025-02-04' },
  },
  settings: { starting_capital: initial_value, fees },
  curves: null,
});

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
