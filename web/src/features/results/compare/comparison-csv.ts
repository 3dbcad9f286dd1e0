// A comparison as a table for a spreadsheet: its figures in full, with the marks of the page, and the settings that differ.
import { csvText } from '../../../lib/csv/csv-text.ts';
import { annualisedRun } from '../statistics/annualised.ts';
import { notComparable } from './comparable.ts';
import type { Mark, MetricRow } from './compare-metrics.ts';
import { differingSettings } from './compare-settings.ts';
import type { Compared } from './compared.ts';

type CellText = string | number;

const lineOf = (name: string, cells: readonly CellText[], marks: readonly string[] = ['', '', '']) => [
  name,
  ...cells,
  ...marks,
];

const figureLine = ({ key, cells, differing }: MetricRow, compared: readonly Compared[]) => {
  const marked = (mark: Mark) =>
    compared.flatMap(({ label }, place) => (cells[place]?.mark === mark ? [label] : [])).join('; ');
  return lineOf(
    key,
    cells.map(({ value }) => (Number.isFinite(value) ? value : '')),
    [marked('best'), marked('worst'), notComparable(differing) ?? ''],
  );
};

/** Above the columns of the results their labels; behind them the best, the worst, and why a row cannot be compared. */
export const comparisonCsv = (compared: readonly Compared[], rows: readonly MetricRow[]): string => {
  const annual = compared.map(({ statistics }) => annualisedRun(statistics) ?? '');
  const settings = differingSettings(compared.map((one) => one.settings));
  return csvText(
    lineOf(
      'figure',
      compared.map(({ label }) => label),
      ['best', 'worst', 'note'],
    ).map(String),
    [
      ...rows.map((row) => figureLine(row, compared)),
      ...(annual.some(Boolean) ? [lineOf('annual_figures', annual)] : []),
      lineOf(
        'critical_findings',
        compared.map(({ criticalFindings }) => criticalFindings),
      ),
      ...settings.map(({ key, texts }) => lineOf(`setting_${key}`, texts)),
    ],
  );
};
