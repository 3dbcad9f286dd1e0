// Builds the files of a result folder, and everything else that is stored about a result.
import { createHash } from 'node:crypto';
import {
  calendarOf,
  type DataframeInfo,
  FINDINGS,
  type Finding,
  type FolderFile,
  heldName,
  keptPolicy,
  moneyOf,
  type RunFigures,
  summaryWithFindings,
  TIMEFRAME_LABELS,
  TIMEFRAME_MS,
} from '@tradeium/contracts';
import { dailyCurves } from '@tradeium/portfolio';
import { type Panel, syntheticWarmUpCandles } from '../candles/panel.ts';
import { folderNameOf } from '../domain/run.ts';
import { displayName } from '../domain/strategy-filename.ts';
import type {
  NamedRun,
  RunReference,
  StrategyAnswer,
  WrittenResults,
} from '../workflows/run-backtest-contract.ts';
import { chanceOfRun } from './chance.ts';
import { buildChart } from './chart.ts';
import { money, percent as shownPercent } from './chart-scale.ts';
import { findingsOf } from './findings.ts';
import { outputOf, type Report } from './report.ts';
import { benchmarkReturn, type RunResult } from './run-result.ts';
import { buildTable, tableColumns } from './table.ts';
import { buildTrades } from './trade-list.ts';

export type FolderInput = {
  readonly run: NamedRun;
  readonly panel: Panel;
  readonly result: RunResult;
  /** Digest of the candles. */
  readonly candles: string;
  readonly strategy: Extract<StrategyAnswer, { ok: true }>;
  /** The strategy's prints, and its messages. */
  readonly words: Report;
  /** The source that ran; null for a private strategy. */
  readonly source: Uint8Array | null;
};

/** The whole result except where its files are stored. */
export type BuiltFolder = Omit<WrittenResults, 'files' | 'runnerReport'> & {
  readonly files: readonly { readonly filename: FolderFile; readonly bytes: Uint8Array }[];
};

const asJson = (value: object): Uint8Array => Buffer.from(JSON.stringify(value, null, 2));
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const orDash = (value: number | null): string => (value === null ? '—' : value.toFixed(2));

/** For charts: in the statistics because a private run has no table. */
const curvesOf = ({ simulation, ...result }: RunResult) =>
  dailyCurves({ ...result, value: simulation.value });

/** Warnings about the data behind a result; empty when there are none. */
export const dataWarning = ({ syntheticCandles, syntheticWarmUp, filledCandles }: Panel): string => {
  const parts: string[] = [];
  if (syntheticCandles > 0) parts.push(`${syntheticCandles} candles have made-up prices`);
  const warmUp = syntheticWarmUpCandles(syntheticWarmUp);
  if (warmUp > 0) parts.push(`${warmUp} candles of the warm-up have made-up prices`);
  if (filledCandles > 0) parts.push(`${filledCandles} candles stand in for exchange outages`);
  return parts.join('; ');
};

/** The result in one line: its figures, then its findings. */
export const summaryOf = ({ statistics, coins }: RunResult, findings: readonly Finding[]): string => {
  const { total_return, max_drawdown, sharpe_ratio, rebalances, fees_paid } = statistics;
  const held = benchmarkReturn(statistics);
  const holding = held === null ? '' : `, holding ${heldName(coins)} ${percent(held)}`;
  const figures = `Total return ${percent(total_return)}${holding}, max drawdown ${percent(max_drawdown)}, Sharpe ratio ${orDash(sharpe_ratio)}`;
  const costs = `${rebalances} ${rebalances === 1 ? 'rebalance' : 'rebalances'}, ${fees_paid.toFixed(2)} USDT fees`;
  return summaryWithFindings(`${figures}; ${costs}.`, findings);
};

const figuresOf = ({ statistics }: RunResult): RunFigures => {
  const { total_return, max_drawdown, sharpe_ratio, cagr } = statistics;
  return { total_return, max_drawdown, sharpe_ratio, cagr, benchmark_return: benchmarkReturn(statistics) };
};

/** The warning in the chart itself, as it is shared without the page around it. */
const chartWarning = (panel: Panel, findings: readonly Finding[]): string => {
  const critical = findings.filter(
    ({ severity, code }) => severity === 'critical' && code !== 'SYNTHETIC_CANDLES',
  );
  return [...critical.map(({ code }) => FINDINGS[code].title), dataWarning(panel)].filter(Boolean).join('; ');
};

/** The run's settings, in the picture's second line. */
export const chartDetails = (settings: RunReference['settings']): string => {
  const { portfolio, timeframe, fees, drift_band_percent: band = 0 } = settings;
  const calendar = calendarOf(settings);
  const { slippage, starting_capital: capital } = moneyOf(settings);
  return [
    `${portfolio.length} entries, ${TIMEFRAME_LABELS[timeframe]}, from ${money(capital)} USDT`,
    `fees ${shownPercent(fees)}, slippage ${shownPercent(slippage)}`,
    ...(band > 0 ? [`drift band ${shownPercent(band / 100)}`] : []),
    ...(calendar === 'bar' ? [] : [`rebalanced ${calendar}`]),
  ].join(', ');
};

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The run's full input: enough to run it again and get the same bytes. */
const settingsOf = ({ run, panel, candles, strategy, words }: FolderInput) => {
  const { portfolio, timeframe, fees, start_date, end_date } = run.settings;
  const chosen = { ...moneyOf(run.settings), ...keptPolicy(run.settings) };
  const { parameters } = run;
  const settings = { portfolio, timeframe, fees, start_date, end_date, ...chosen, parameters };
  return {
    strategy: run.strategyFilename,
    strategy_version: run.strategyVersion,
    ...settings,
    bars: panel.timestamps.length - panel.firstBar,
    warm_up_bars: panel.firstBar,
    filled_candles: panel.filledCandles,
    synthetic_candles: panel.syntheticCandles,
    synthetic_warm_up_candles: syntheticWarmUpCandles(panel.syntheticWarmUp),
    data_warning: dataWarning(panel),
    code_sha256: strategy.code_sha256,
    candles_sha256: candles,
    settings_sha256: sha256(settings),
    prints: outputOf(words),
    notes: '',
  };
};

const frameInfo = ({ settings }: RunReference, rows: number, columns: string[]): DataframeInfo => ({
  rows,
  columns,
  date_range: { start: settings.start_date, end: settings.end_date },
});

/** Source, weights and trades, which stay private for a private strategy. */
const sourceAndWeights = ({ result, source }: FolderInput): [FolderFile, Uint8Array][] =>
  source === null
    ? []
    : [
        ['Strategy', source],
        ['Table', buildTable(result)],
        ['Trades', Buffer.from(buildTrades(result))],
      ];

/** Builds the files; the same run gives the same bytes again. */
export const buildFolder = async (input: FolderInput): Promise<BuiltFolder> => {
  const { run, panel, result, strategy } = input;
  const barMs = TIMEFRAME_MS[run.settings.timeframe];
  const tested = { causality: strategy.causality, barMs };
  const findings = findingsOf({
    panel,
    result,
    tested,
    source: input.source,
    parameters: run.parameters,
    endDate: run.settings.end_date,
  });
  const chart = await buildChart({
    ...result,
    title: displayName(run.strategyFilename),
    details: chartDetails(run.settings),
    warning: chartWarning(panel, findings),
  });
  const contents: [FolderFile, Uint8Array][] = [
    ['Settings', asJson(settingsOf(input))],
    ...sourceAndWeights(input),
    ['Statistics', asJson({ findings, ...result.statistics, curves: curvesOf(result) })],
    ['Chance', asJson(chanceOfRun(result, run.settings, run.strategyCreatedAt))],
    ['Chart', chart],
  ];
  return {
    folderName: folderNameOf(run.strategyFilename, run.startedAt, run.runId),
    summary: summaryOf(result, findings),
    figures: figuresOf(result),
    files: contents.map(([filename, bytes]) => ({ filename, bytes })),
    result: frameInfo(run, result.openTimes.length, tableColumns(result.coins)),
    strategyFrame: frameInfo(run, strategy.rows, [...panel.coins]),
    cells: strategy.rows * strategy.columns,
    findings,
    report: run.code === null ? null : strategy.report,
  };
};
