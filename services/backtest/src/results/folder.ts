// Writes the five files of a result folder, each kept by its content, and tells what is in them.
import {
  type DataframeInfo,
  type FolderFile,
  type FolderFileRef,
  STARTING_CAPITAL_USDT,
  TIMEFRAME_LABELS,
} from '@tradeium/contracts';
import type { Blobs } from '@tradeium/service-kit';
import type { Panel } from '../candles/panel.ts';
import { folderNameOf } from '../domain/run.ts';
import { displayName } from '../domain/strategy-filename.ts';
import type { RunReference, StrategyAnswer, WrittenResults } from '../workflows/run-reference.ts';
import { buildChart } from './chart.ts';
import type { RunResult } from './run-result.ts';
import { buildTable } from './table.ts';

export type FolderInput = {
  readonly run: RunReference;
  readonly panel: Panel;
  readonly result: RunResult;
  /** Digest of the candles. */
  readonly candles: string;
  readonly strategy: Extract<StrategyAnswer, { ok: true }>;
  readonly blobs: Blobs;
};

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const orDash = (value: number | null): string => (value === null ? '—' : value.toFixed(2));

/** What a reader must know of the data before he believes a result; empty when there is nothing. */
export const dataWarning = ({ syntheticCandles, filledCandles }: Panel): string => {
  const parts: string[] = [];
  if (syntheticCandles > 0) parts.push(`${syntheticCandles} candles have made-up prices`);
  if (filledCandles > 0) parts.push(`${filledCandles} candles stand in for exchange outages`);
  return parts.join('; ');
};

/** The result in one line. */
export const summaryOf = ({ statistics }: RunResult, warning: string): string => {
  const { total_return, max_drawdown, sharpe_ratio, rebalances, fees_paid } = statistics;
  const figures = `Total return ${percent(total_return)}, max drawdown ${percent(max_drawdown)}, Sharpe ratio ${orDash(sharpe_ratio)}`;
  const costs = `${rebalances} rebalances, ${fees_paid.toFixed(2)} USDT fees`;
  return warning ? `${figures}; ${costs}. Note: ${warning}.` : `${figures}; ${costs}.`;
};

/** What was run on what: enough to run it again and get the same bytes. */
const settingsOf = ({ run, panel, candles, strategy }: FolderInput, warning: string) => ({
  strategy: run.strategyFilename,
  strategy_version: run.strategyVersion,
  ...run.settings,
  starting_capital: STARTING_CAPITAL_USDT,
  bars: panel.timestamps.length - panel.firstBar,
  warm_up_bars: panel.firstBar,
  filled_candles: panel.filledCandles,
  synthetic_candles: panel.syntheticCandles,
  data_warning: warning,
  code_sha256: run.code,
  candles_sha256: candles,
  prints: strategy.prints,
  notes: '',
});

const frameInfo = ({ settings }: RunReference, rows: number, columns: string[]): DataframeInfo => ({
  rows,
  columns,
  date_range: { start: settings.start_date, end: settings.end_date },
});

/** Builds and keeps the files; the same run writes the same bytes again. */
export const writeFolder = async (input: FolderInput): Promise<WrittenResults> => {
  const { run, panel, result, strategy, blobs } = input;
  const warning = dataWarning(panel);
  const table = buildTable(result);
  const { timeframe, fees, portfolio } = run.settings;
  const chart = await buildChart({
    ...result,
    title: displayName(run.strategyFilename),
    details: `${portfolio.length} entries, ${TIMEFRAME_LABELS[timeframe]}, fees ${percent(fees)}`,
    warning,
  });
  const keep = async (filename: FolderFile, bytes: Uint8Array): Promise<FolderFileRef> => ({
    filename,
    size: bytes.length,
    digest: await blobs.put(bytes),
  });
  const files = await Promise.all([
    keep('Settings', Buffer.from(JSON.stringify(settingsOf(input, warning), null, 2))),
    keep('Strategy', await blobs.get(run.code)),
    keep('Table', Buffer.from(table)),
    keep('Statistics', Buffer.from(JSON.stringify(result.statistics, null, 2))),
    keep('Chart', chart),
  ]);
  const columns = table.slice(0, table.indexOf('\n')).split(',');
  return {
    folderName: folderNameOf(run.strategyFilename, run.startedAt, run.runId),
    summary: summaryOf(result, warning),
    files,
    result: frameInfo(run, result.openTimes.length, columns),
    strategyFrame: frameInfo(run, strategy.rows, [...panel.coins]),
    cells: strategy.rows * strategy.columns,
  };
};
