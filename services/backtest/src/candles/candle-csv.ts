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
const COLUMNS = 6;
/** Those of the files that Binance publishes, of which the first six are the same; they have this header, or none. */
const BINANCE_HEADER = /^open_time,open,high,low,close,volume,close_time,/;
const BINANCE_COLUMNS = 12;
/** Times from here on are microseconds, as Binance writes them since 2025: as milliseconds they would lie in the year 5138. */
const MICROSECONDS_MIN = 1e14;
/** Thirty years of hours in the longest notation. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;
const BYTE_ORDER_MARK = /^\uFEFF/;

export type CandleFileName = { readonly coin: string; readonly timeframe: Timeframe };

const isTimeframe = (text: string | undefined): text is Timeframe =>
  TIMEFRAMES.some((timeframe) => timeframe === text);

/** As Binance calls them. */
const BINANCE_INTERVALS: Readonly<Record<string, Timeframe>> = { '1d': '24h', '1w': 'weekly' };
/** With the month or the day that a file of Binance holds. */
const NAME = /^([A-Z0-9]+?)(USDT)?(?:-([a-z0-9]+)(?:-\d{4}-\d{2}(?:-\d{2})?)?)?\.csv(?:\.gz)?$/;

/**
 * The coin and interval in a file's name: `BTC-1h.csv`, Binance's `BTCUSDT-1d-2024-01.csv`, or `BTC.csv` and `BTCUSDT.csv` in a
 * folder `1h` or with `interval`; each also with `.gz`. Throws when the name lacks them.
 */
export const candleFileName = (path: string, interval?: string): CandleFileName => {
  const [, coin = '', , inName] = NAME.exec(basename(path)) ?? [];
  const named = inName ?? interval ?? basename(dirname(path));
  const timeframe = BINANCE_INTERVALS[named] ?? named;
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

const numberIn = (field: string): number => (NUMBER.test(field) ? Number(field) : Number.NaN);

/** The six values of a candle, its time in milliseconds. */
const valuesOf = (fields: readonly string[]): number[] => {
  const [time = Number.NaN, ...values] = fields.slice(0, COLUMNS).map(numberIn);
  return [time >= MICROSECONDS_MIN ? time / 1_000 : time, ...values];
};

/** How many columns a file has, and whether its first line names them. Throws where it is none of candles. */
const layoutOf = (first: string, path: string) => {
  if (first === HEADER) return { columns: COLUMNS, hasHeader: true };
  const hasHeader = BINANCE_HEADER.test(first);
  const fields = first.split(',');
  if (hasHeader || (fields.length === BINANCE_COLUMNS && NUMBER.test(fields[0] ?? '')))
    return { columns: BINANCE_COLUMNS, hasHeader };
  throw new Error(
    `${path}:1: the first line must be ${HEADER}, or the file one of Binance's, with 12 columns`,
  );
};

/** Parses `timestamp,open,high,low,close,volume` lines, or Binance's, oldest first; throws naming `path` and the line. */
export const parseCandleCsv = (
  text: string,
  path: string,
  timeframe: Timeframe,
  lastMs: number,
): CandleRow[] => {
  const lines = text.replace(BYTE_ORDER_MARK, '').trimEnd().split(/\r?\n/);
  const { columns, hasHeader } = layoutOf(lines[0] ?? '', path);
  const first = hasHeader ? 1 : 0;
  if (lines.length === first) throw new Error(`${path}:2: there are no candles`);
  const rows: CandleRow[] = [];
  for (let index = first; index < lines.length; index += 1) {
    const fields = (lines[index] ?? '').split(',');
    const row = valuesOf(fields);
    const flaw =
      fields.length === columns
        ? lineFlaw(row, rows.at(-1)?.[0], timeframe, lastMs)
        : `${fields.length} values instead of ${columns}`;
    if (flaw) throw new Error(`${path}:${index + 1}: ${flaw}`);
    rows.push(row as unknown as CandleRow);
  }
  return rows;
};

const lineFlaw = (
  row: readonly number[],
  previousMs: number | undefined,
  timeframe: Timeframe,
  lastMs: number,
): string | null => {
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
