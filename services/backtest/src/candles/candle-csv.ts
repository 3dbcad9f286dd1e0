// Reads candles from an operator's CSV files: a file is right as a whole, or the error names the line.
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { TIMEFRAME_MS, TIMEFRAMES, type Timeframe, unknownCoin } from '@tradeium/contracts';
import { isOpen } from './bars.ts';
import { type CandleRow, flatBarsMax } from './series.ts';
import { candleFlaw } from './soundness.ts';

const HEADER = 'timestamp,open,high,low,close,volume';
/** Thirty years of hours in the longest notation. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

export type CandleFileName = { readonly coin: string; readonly timeframe: Timeframe };

const isTimeframe = (text: string | undefined): text is Timeframe =>
  TIMEFRAMES.some((timeframe) => timeframe === text);

/**
 * The coin and interval in a file's name: `BTC-1h.csv`, or `BTC.csv` and `BTCUSDT.csv` in a folder `1h` or with `interval`;
 * each also with `.gz`. Throws when the name lacks them.
 */
export const candleFileName = (path: string, interval?: string): CandleFileName => {
  const [, coin = '', , inName] =
    /^([A-Z0-9]+?)(USDT)?(?:-([a-z0-9]+))?\.csv(?:\.gz)?$/.exec(basename(path)) ?? [];
  const timeframe = inName ?? interval ?? basename(dirname(path));
  if (coin === '' || coin === 'USDT' || unknownCoin([coin]) !== undefined)
    throw new Error(`${path}: the name does not begin with a coin of the product, as in BTC-1h.csv`);
  if (!isTimeframe(timeframe))
    throw new Error(`${path}: no interval in the name (BTC-1h.csv) or --interval: ${TIMEFRAMES.join(', ')}`);
  return { coin, timeframe };
};

/** Reads and checks the candles of a file; `lastMs`: open of the newest bar that has closed. */
export const readCandleCsv = async (
  path: string,
  timeframe: Timeframe,
  lastMs: number,
): Promise<CandleRow[]> => {
  const bytes = await readFile(path);
  if (bytes.length > FILE_BYTES_MAX) throw new Error(`${path}: larger than ${FILE_BYTES_MAX} bytes`);
  const packed = path.endsWith('.gz');
  const text = packed ? await promisify(gunzip)(bytes, { maxOutputLength: FILE_BYTES_MAX }) : bytes;
  return parseCandleCsv(text.toString('utf8'), path, timeframe, lastMs);
};

/** Parses `timestamp,open,high,low,close,volume` lines, oldest first; throws naming `path` and the line. */
export const parseCandleCsv = (
  text: string,
  path: string,
  timeframe: Timeframe,
  lastMs: number,
): CandleRow[] => {
  const [header, ...lines] = text.trimEnd().split(/\r?\n/);
  if (header !== HEADER) throw new Error(`${path}:1: the first line must be ${HEADER}`);
  if (lines.length === 0) throw new Error(`${path}:2: there are no candles`);
  const rows: CandleRow[] = [];
  lines.forEach((line, index) => {
    const row = line.split(',').map((field) => (NUMBER.test(field) ? Number(field) : Number.NaN));
    const flaw = lineFlaw(row, rows.at(-1)?.[0], timeframe, lastMs);
    if (flaw) throw new Error(`${path}:${index + 2}: ${flaw}`);
    rows.push(row as unknown as CandleRow);
  });
  return rows;
};

const lineFlaw = (
  row: readonly number[],
  previousMs: number | undefined,
  timeframe: Timeframe,
  lastMs: number,
): string | null => {
  if (row.length !== 6) return `${row.length} values instead of 6`;
  const [openMs = Number.NaN] = row;
  if (Number.isNaN(openMs)) return 'the timestamp is not a number';
  const time = Math.abs(openMs) < 8.64e15 ? new Date(openMs).toISOString() : String(openMs);
  if (!isOpen(timeframe, openMs)) return `no ${timeframe} candle opens at ${openMs} ms (${time}, UTC)`;
  if (openMs > lastMs) return `the candle of ${time} has not closed yet`;
  if (previousMs !== undefined && openMs <= previousMs) return `${time} does not come after the line before`;
  const missing = previousMs === undefined ? 0 : (openMs - previousMs) / TIMEFRAME_MS[timeframe] - 1;
  if (missing > flatBarsMax(timeframe)) return `${missing} candles are missing before ${time}`;
  return candleFlaw(row as unknown as CandleRow);
};
