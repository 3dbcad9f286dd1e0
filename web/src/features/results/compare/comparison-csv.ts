// A comparison as a table for a spreadsheet: its figures in full, with the marks of the page, and the settings that differ.
import { csvText } from '../../../lib/csv/csv-text.ts';
import { annualisedRun } from '../statistics/annualised.ts';
import { heldCoins } from '../statistics/held-coins.ts';
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

/** The return of holding, below the return; nothing where no result knows it. */
const heldLine = ({ key, cells }: MetricRow) =>
  cells.some(({ held }) => held)
    ? [
        lineOf(
          `${key}_of_holding`,
          cells.map(({ held }) => held?.totalReturn ?? ''),
        ),
      ]
    : [];

/** The benchmarks of the results. */
const benchmarks = (compared: readonly Compared[]) =>
  compared.map(({ statistics }) => {
    const held = heldCoins(statistics);
    return held === null ? '' : `Hold ${held.name}`;
  });

/** Above the columns of the results their labels; behind them the best, the worst, and why a row cannot be compared. */
export const comparisonCsv = (compared: readonly Compared[], rows: readonly MetricRow[]): string => {
  const annual = compared.map(({ statistics }) => annualisedRun(statistics) ?? '');
  const settings = differingSettings(compared.map((one) => one.settings));
  const held = benchmarks(compared);
  return csvText(
    lineOf(
      'figure',
      compared.map(({ label }) => label),
      ['best', 'worst', 'note'],
    ).map(String),
    [
      ...rows.flatMap((row) => [figureLine(row, compared), ...heldLine(row)]),
      ...(held.some(Boolean) ? [lineOf('benchmark', held)] : []),
      ...(annual.some(Boolean) ? [lineOf('annual_figures', annual)] : []),
      lineOf(
        'critical_findings',
        compared.map(({ criticalFindings }) => criticalFindings),
      ),
      ...settings.map(({ key, texts }) => lineOf(`setting_${key}`, texts)),
    ],
  );
};
