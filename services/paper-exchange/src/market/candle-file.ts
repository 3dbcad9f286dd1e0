// Reads the real hourly candles of one market from their compressed file.
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { powerOfTen } from '../numbers/decimal.ts';
import { createHourlyCandles, type HourlyCandles, writeCandle } from './hourly-candles.ts';
import { HOUR_MS } from './intervals.ts';
import type { Market } from './markets.ts';

const FOLDER = new URL('../../data/1h/', import.meta.url);
const HEADER = 'timestamp,open,high,low,close,volume\n';
/** Twice the largest file and more hours than all of them span, so that a bad one cannot fill the memory. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;
const HOURS_MAX = 100_000;

const [COMMA, NEWLINE, POINT, ZERO] = [44, 10, 46, 48];

export const readCandleFile = async (market: Market): Promise<HourlyCandles> => {
  const packed = await readFile(new URL(`${market.symbol}.csv.gz`, FOLDER));
  return parseCandles(await promisify(gunzip)(packed, { maxOutputLength: FILE_BYTES_MAX }), market);
};

/** Parses `timestamp,open,high,low,close,volume` lines; throws when one is malformed or out of order. */
export const parseCandles = (csv: Buffer, market: Market): HourlyCandles => {
  const fail = (why: string): never => {
    throw new Error(`candles of ${market.symbol}: ${why}`);
  };
  if (csv.toString('latin1', 0, HEADER.length) !== HEADER) fail('no header');
  const firstHour = hourOfLine(csv, HEADER.length);
  const lastHour = hourOfLine(csv, csv.lastIndexOf('\n', csv.length - 2) + 1);
  if (!(lastHour >= firstHour && lastHour - firstHour < HOURS_MAX)) fail('no first or last time');
  const candles = createHourlyCandles(firstHour, lastHour - firstHour + 1);
  const { price, volume } = market.fileDecimals;
  const row = rowReader(csv, HEADER.length, fail);
  while (row.hasNext()) {
    const hour = row.number(0, COMMA) / HOUR_MS;
    const index = hour - firstHour;
    if (!Number.isInteger(hour) || index < candles.length || hour > lastHour)
      fail(`a wrong time, hour ${hour}`);
    writeCandle(candles, hour, {
      open: row.number(price, COMMA),
      high: row.number(price, COMMA),
      low: row.number(price, COMMA),
      close: row.number(price, COMMA),
      volume: row.number(volume, NEWLINE),
    });
  }
  return candles;
};

const hourOfLine = (csv: Buffer, start: number): number =>
  Number.parseInt(csv.toString('latin1', start, start + 16), 10) / HOUR_MS;

/** Reads number after number byte by byte, since a string of each would cost more than all else. */
const rowReader = (csv: Buffer, start: number, fail: (why: string) => never) => {
  let position = start;
  return {
    hasNext: () => position < csv.length,
    /** The next number as a whole one of 10^-decimals; `end` must follow it. */
    number(decimals: number, end: number): number {
      const first = position;
      let value = 0;
      /** Decimals that may still come, -1 before the point. */
      let left = -1;
      for (; position < csv.length && csv[position] !== end; position += 1) {
        const byte = csv[position] as number;
        if (byte >= ZERO && byte <= ZERO + 9) {
          if (left !== 0) value = value * 10 + byte - ZERO;
          else if (byte !== ZERO) fail(`more than ${decimals} decimals at byte ${position}`);
          if (left > 0) left -= 1;
        } else if (byte === POINT && left < 0) {
          left = decimals;
        } else {
          fail(`a wrong character at byte ${position}`);
        }
      }
      if (position === first || position === csv.length) fail(`an incomplete line at byte ${position}`);
      position += 1;
      return value * powerOfTen(left < 0 ? decimals : left);
    },
  };
};
