// The tear sheet of a result: one self-contained HTML document, made of the result's own files.

import { LINE_COLORS } from '../../../lib/charts/chart-colors.ts';
import { findingsOf, SEVERITY_NAMES, verdictOf, wordsOf } from '../../../lib/findings.ts';
import {
  heatNumber,
  MONTHS,
  ratio,
  shortPercent,
  signedPercent,
  signedPoints,
  utcDateTime,
  wholeNumber,
} from '../../../lib/format.ts';
import type { RunCurves } from '../curves/run-curves.ts';
import { runFacts, settingsLines } from '../files/settings-lines.ts';
import { MAIN_FIGURES } from '../overview/main-figures.ts';
import { EQUITY_LINES, lineNames } from '../pictures/chart-figure.ts';
import { usualScale } from '../pictures/figure-layout.ts';
import { annualisedRun } from '../statistics/annualised.ts';
import type { Column } from '../statistics/figures-table.tsx';
import { heldCoins } from '../statistics/held-coins.ts';
import { isWeekly } from '../statistics/period-words.ts';
import { comparisonOf, groupsOf } from '../statistics/statistics.ts';
import { heatOf, type Row, rowsOf, scaleOf, yearsOf } from '../statistics/statistics-tables.ts';
import { COIN_COLUMNS, DRAWDOWN_COLUMNS } from '../statistics/table-columns.ts';
import { type Html, html } from './html.ts';
import { lineChart, weightsChart } from './sheet-charts.ts';
import { SHEET_STYLE } from './sheet-style.ts';

export type SheetInput = {
  /** The result, as its user calls it. */
  readonly title: string;
  /** The files `Settings` and `Statistics`. */
  readonly settings: Row;
  readonly statistics: Row;
  /** Of every bar where there is a table; null where nothing can be drawn. */
  readonly curves: RunCurves | null;
  /** When the run ended and when the sheet is made, ms UTC. */
  readonly runAtMs: number;
  readonly madeAtMs: number;
  /** Of the product that makes the sheet. */
  readonly version: string;
};

const COLORS = LINE_COLORS.light;
const DASHES = { portfolio: 'none', benchmark: '5 2', basket: '1.5 2' } as const;

/** How strong the colour of the best and the worst months is. */
const HEAT_MAX = 0.45;

const cells = (texts: readonly (string | null)[]): Html[] =>
  texts.map((text) => html`<td>${text ?? ''}</td>`);

const table = (
  title: string,
  heads: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Html => html`
<h2>${title}</h2><div class="wide"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
  ([name, ...others]) => html`<tr><th scope="row">${name ?? ''}</th>${cells(others)}</tr>`,
)}</tbody></table></div>`;

const tableOf = (title: string, columns: readonly Column[], rows: readonly Row[]): Html | null =>
  rows.length === 0
    ? null
    : table(
        title,
        columns.map(({ label }) => label),
        rows.map((row) => columns.map(({ key, write }) => write(row[key], row))),
      );

const pairs = (lines: readonly { readonly label: string; readonly text: string }[]): Html =>
  html`<table class="pairs"><tbody>${lines.map(
    ({ label, text }) => html`<tr><th scope="row">${label}</th><td>${text}</td></tr>`,
  )}</tbody></table>`;

const figuresOf = (statistics: Row): Html => {
  const held = heldCoins(statistics);
  const { total_return: own } = statistics;
  const ahead = typeof own === 'number' && held ? own - held.totalReturn : null;
  const entry = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`;
  const annual = annualisedRun(statistics);
  return html`<dl class="figures">${MAIN_FIGURES.map(([key, label, write]) => entry(label, write(statistics[key])))}${
    held ? entry(`vs Hold ${held.name} ${signedPercent(held.totalReturn)}`, signedPoints(ahead)) : null
  }</dl>${annual === null ? null : html`<p class="note">CAGR and ratios are ${annual}.</p>`}`;
};

const chartsOf = (curves: RunCurves, statistics: Row): Html => {
  const { portfolio, drawdown, rollingSharpe, holdings, initialValue, held } = curves;
  const range = [portfolio.times[0] ?? 0, portfolio.times.at(-1) ?? 0] as const;
  const names = lineNames(held);
  const lines = EQUITY_LINES.flatMap((key) => {
    const series = curves[key];
    return series ? [{ name: names[key], series, color: COLORS[key], dashes: DASHES[key] }] : [];
  });
  const isRatio = usualScale(lines.map(({ series }) => series)) === 'log';
  const equity = {
    title: `Equity in USDT${isRatio ? ', logarithmic' : ''}`,
    height: 220,
    write: wholeNumber,
  };
  const window = isWeekly(statistics) ? '26 weeks' : '180 days';
  const rolling = rollingSharpe && {
    name: 'Rolling Sharpe',
    series: rollingSharpe,
    color: COLORS.rollingSharpe,
  };
  return html`${lineChart({ ...equity, range, lines, isRatio, base: initialValue })}
<p class="note">Dotted across: the starting capital.</p>
${lineChart({
  title: 'Drawdown',
  height: 130,
  range,
  lines: [{ name: 'Drawdown', series: drawdown, color: COLORS.underwater, isArea: true }],
  base: 0,
  write: shortPercent,
})}${
  rolling &&
  lineChart({
    title: `Rolling Sharpe ratio of the last ${window}`,
    height: 130,
    range,
    lines: [rolling],
    base: 0,
    write: ratio,
  })
}${
  holdings &&
  weightsChart({ title: 'Weights held', height: 150, range, write: shortPercent }, curves, holdings)
}`;
};

const monthsOf = (statistics: Row): Html | null => {
  const years = yearsOf(statistics);
  if (years.length === 0) return null;
  const scale = scaleOf(years);
  const cell = (value: number | null): Html => {
    if (value === null) return html`<td>—</td>`;
    const heat = heatOf(value, scale);
    const color = heat?.tone === 'loss' ? '201 42 42' : '11 122 107';
    return html`<td style="background: rgb(${color} / ${Math.round((heat?.strength ?? 0) * HEAT_MAX * 100) / 100})">${heatNumber(value)}</td>`;
  };
  return html`
<h2>Returns by month, in percent</h2><div class="wide"><table class="heat"><thead><tr>${[
    'Year',
    ...MONTHS,
    'Total',
  ].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${years.map(
    ({ year, months, total }) =>
      html`<tr><th scope="row">${year}</th>${months.map(cell)}<td>${
        total === null ? '—' : heatNumber(total)
      }</td></tr>`,
  )}</tbody></table></div>`;
};

const findingsPart = (statistics: Row): Html => {
  const findings = findingsOf(statistics);
  return html`
<h2>Can this result be believed?</h2><p>${verdictOf(findings).text}</p><ul class="findings">${findings.map(
    (finding) => {
      const { title, text } = wordsOf(finding);
      return html`<li class="${finding.severity}"><strong>${SEVERITY_NAMES[finding.severity]}: ${title}.</strong> ${text}</li>`;
    },
  )}</ul>`;
};

const comparisonPart = (statistics: Row): Html | null => {
  const comparison = comparisonOf(statistics);
  if (!comparison) return null;
  const rows = [...comparison.performance, ...comparison.relation];
  return table(
    'Against the benchmarks',
    ['', ...comparison.columns],
    rows.map(({ label, cells: texts }) => [label, ...texts]),
  );
};

const allStatistics = (statistics: Row): Html => html`
<h2>All statistics</h2><div class="columns">${groupsOf(statistics).map(
  ({ title, lines }) => html`<section><h2>${title}</h2>${pairs(lines)}</section>`,
)}</div>`;

/** Without the user's notes and what the strategy printed: a sheet is passed on. */
const runCard = ({ settings, runAtMs, madeAtMs, version }: SheetInput): Html => html`
<h2>Run card</h2>${pairs([
  ...settingsLines(settings).filter(({ key, kind }) => key !== 'notes' && kind !== 'output'),
  { label: 'Run at', text: utcDateTime(runAtMs) },
  { label: 'Sheet made at', text: utcDateTime(madeAtMs) },
  { label: 'Sheet made with', text: `Tradeium ${version}` },
])}`;

/**
 * The whole document. It loads nothing and runs nothing, whatever the names in it are. The only figure that is not in
 * the file `Statistics` is what the charts leave out: they are thinned to their width.
 */
export const tearSheet = (sheet: SheetInput): string => {
  const { title, settings, statistics, curves } = sheet;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} · Tear sheet</title><style>${{ markup: SHEET_STYLE }}</style></head><body>
<header><h1><bdi>${title}</bdi></h1><ul class="facts">${runFacts(settings).map((fact) => html`<li>${fact}</li>`)}</ul>
<p class="note">A backtest. What was is no promise of what comes.</p></header>
<main>${figuresOf(statistics)}${findingsPart(statistics)}${curves && chartsOf(curves, statistics)}
${monthsOf(statistics)}${tableOf('Worst drawdowns', DRAWDOWN_COLUMNS, rowsOf(statistics, 'worst_drawdowns'))}
${tableOf('Return and cost by coin', COIN_COLUMNS, rowsOf(statistics, 'coins'))}${comparisonPart(statistics)}
${allStatistics(statistics)}${runCard(sheet)}</main></body></html>
`.markup;
};
