// Candles as an operator reads about them: progress while they arrive, a table of the stored ones, and their faults.
import { QUOTE_CURRENCY, type Timeframe } from '@tradeium/contracts';
import { commonDateRange } from '../services/backtest/src/candles/date-range.ts';
import type { CandleSeries } from '../services/backtest/src/candles/series.ts';
import { type FileReport, isFine } from '../services/backtest/src/candles/verify.ts';

const FLAWS_SHOWN_MAX = 10;
const PLAIN_LINE_EVERY_MS = 10_000;

/** `2025-01-31 14:00`, UTC. */
export const timeText = (ms: number): string =>
  Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 16).replace('T', ' ') : '–';

/** `4 s` since a time. */
export const secondsText = (sinceMs: number): string => `${Math.round((Date.now() - sinceMs) / 1_000)} s`;

const countText = (count: number): string => count.toLocaleString('en-US');

/** Shows one task after the other: rewriting one line on a terminal, elsewhere with a line now and then. */
export const openProgressLine = (output: NodeJS.WriteStream) => {
  let lastMs = Date.now();
  let begun = { task: '', ms: lastMs };
  const clear = output.isTTY ? '\r\x1b[K' : '';
  return {
    /** Shows the progress of the task; may be called often. */
    show: (task: string, share: number, candles: number): void => {
      if (begun.task !== task) begun = { task, ms: Date.now() };
      if (!output.isTTY && Date.now() - lastMs < PLAIN_LINE_EVERY_MS) return;
      lastMs = Date.now();
      const percent = String(Math.floor(share * 100)).padStart(3);
      const text = `${task}  ${percent} %  ${countText(candles)} candles  ${secondsText(begun.ms)}`;
      output.write(`${clear}${text}${output.isTTY ? '' : '\n'}`);
    },
    /** A line that stays. */
    line: (text: string): void => {
      lastMs = Date.now();
      output.write(`${clear}${text}\n`);
    },
  };
};

/** The contents of a series, in one line. */
export const seriesText = ({ timestamp, filled, synthetic }: CandleSeries): string => {
  const marked = (flags: Uint8Array, word: string) => {
    const bars = flags.reduce((sum, flag) => sum + flag, 0);
    return bars === 0 ? '' : `, ${countText(bars)} ${word}`;
  };
  const last = timeText(timestamp.at(-1) ?? Number.NaN);
  return `${countText(timestamp.length)} candles until ${last}${marked(filled, 'filled')}${marked(synthetic, 'made up')}`;
};

const COLUMNS = ['interval', 'coin', 'first', 'last', 'candles', 'filled', 'made up', 'state'] as const;

/** A table with a line for each file, and under it each thing that is wrong. */
export const reportLines = (reports: readonly FileReport[]): string[] => {
  const rows = reports.map((report) => [
    report.timeframe,
    report.coin,
    timeText(report.firstMs),
    timeText(report.lastMs),
    countText(report.candles),
    countText(report.filled),
    countText(report.synthetic),
    isFine(report) ? 'fine' : 'WRONG',
  ]);
  const table: (readonly string[])[] = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const isNumber = (column: number) => column >= 4 && column <= 6;
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...reports.flatMap(flawLines)];
};

const flawLines = ({ coin, timeframe, damage, flaws, disagreements }: FileReport): string[] => {
  const name = `${timeframe} ${coin}`;
  if (damage !== null) return [`${name}: the file cannot be used: ${damage}`];
  const all = [...flaws, ...disagreements];
  const lines = all.slice(0, FLAWS_SHOWN_MAX).map(({ fromMs, toMs, what }) => {
    const until = toMs === fromMs ? '' : ` to ${timeText(toMs)}`;
    return `${name} ${timeText(fromMs)}${until}: ${what}`;
  });
  return all.length > FLAWS_SHOWN_MAX
    ? [...lines, `${name}: and ${all.length - FLAWS_SHOWN_MAX} more`]
    : lines;
};

/** For which days the coins of an interval have candles in common. */
export const commonText = (timeframe: Timeframe, series: readonly CandleSeries[]): string => {
  const { available, start_date, end_date, limited_by } = commonDateRange(series);
  const coins = `${timeframe}: ${series.length} ${series.length === 1 ? 'coin' : 'coins'} against ${QUOTE_CURRENCY}`;
  return available
    ? `${coins}, in common from ${start_date} to ${end_date} (youngest: ${limited_by})`
    : `${coins}, no day in common`;
};
