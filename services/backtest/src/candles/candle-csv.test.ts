// An operator's candle file is accepted whole or refused, naming the faulty line.
import { describe, expect, test } from 'vitest';
import { candleFileName, parseCandleCsv } from './candle-csv.ts';

const HEADER = 'timestamp,open,high,low,close,volume';
const HOUR = 3_600_000;
const parse = (...lines: string[]) =>
  parseCandleCsv([HEADER, ...lines, ''].join('\n'), 'BTC-1h.csv', '1h', 1_000 * HOUR);
const line = (hour: number) => `${hour * HOUR},2,3,1,2.5,1e2`;

test('lines become candles, whatever ends them', () => {
  const rows = [
    [0, 2, 3, 1, 2.5, 100],
    [2 * HOUR, 2, 3, 1, 2.5, 100],
  ];
  expect(parse(line(0), line(2))).toEqual(rows);
  const windows = `${HEADER}\r\n${line(0)}\r\n${line(2)}`;
  expect(parseCandleCsv(windows, 'BTC-1h.csv', '1h', 1_000 * HOUR)).toEqual(rows);
});

test('a byte order mark is no part of the header', () => {
  expect(parseCandleCsv(`\uFEFF${HEADER}\n${line(0)}`, 'BTC-1h.csv', '1h', HOUR)).toHaveLength(1);
});

describe("Binance's own files", () => {
  const MONTH = 'BTCUSDT-1h-2025-01.csv';
  const binance = (time: number | string) => `${time},2,3,1,2.5,100,1735693199999999,1,7,1,1,0`;
  const [first, second] = [1_735_689_600_000, 1_735_693_200_000];
  const rows = [first, second].map((time) => [time, 2, 3, 1, 2.5, 100]);
  const read = (text: string) => parseCandleCsv(text, MONTH, '1h', second);

  test.each([
    ['in microseconds', `${binance(first * 1_000)}\n${binance(second * 1_000)}\n`],
    ['in milliseconds', `${binance(first)}\n${binance(second)}\n`],
    [
      'with a header',
      `open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore\n${binance(first)}\n${binance(second)}`,
    ],
  ])('are read %s', (_, text) => {
    expect(read(text)).toEqual(rows);
  });

  test('are refused with the line that is wrong', () => {
    expect(() => read(`${binance(first)}\n${line(1)}`)).toThrow(`${MONTH}:2: 6 values instead of 12`);
    expect(() => read(`${binance(first)}\n${binance(first * 1_000 + 1)}`)).toThrow(
      `${MONTH}:2: no 1h candle`,
    );
  });
});

describe('a line is refused', () => {
  test.each([
    ['with too few values', [line(0), `${HOUR},1,1,1,1`], 'BTC-1h.csv:3: 5 values instead of 6'],
    ['with words', [`${HOUR},1,1,one,1,1`], 'BTC-1h.csv:2: a value is not a number'],
    ['with an empty value', [`${HOUR},1,1,,1,1`], 'BTC-1h.csv:2: a value is not a number'],
    ['with hexadecimal digits', [`${HOUR},1,1,0x1,1,1`], 'BTC-1h.csv:2: a value is not a number'],
    ['without a time', [',1,1,1,1,1'], 'BTC-1h.csv:2: the timestamp is not a number'],
    ['in seconds', ['1577836800,1,1,1,1,1'], 'no 1h candle opens at 1577836800 ms (1970-01-19T06:17:16.800Z'],
    ['in microseconds', ['1577836800000000,1,1,1,1,1'], 'has not closed yet'],
    ['off the hour', [`${HOUR / 2},1,1,1,1,1`], 'no 1h candle opens at'],
    [
      'that is not over',
      [line(1_001)],
      'BTC-1h.csv:2: the candle of 1970-02-11T17:00:00.000Z has not closed',
    ],
    ['twice', [line(1), line(1)], 'BTC-1h.csv:3: 1970-01-01T01:00:00.000Z does not come after'],
    ['out of order', [line(1), line(0)], 'BTC-1h.csv:3: 1970-01-01T00:00:00.000Z does not come after'],
    ['after a gap of more than a day', [line(0), line(26)], 'BTC-1h.csv:3: 25 candles are missing before'],
    ['with a high below its close', [`0,2,2,1,2.5,1`], 'BTC-1h.csv:2: high 2 is below 2.5'],
    ['with a price of 0', [`0,0,2,0,1,1`], 'BTC-1h.csv:2: a price is not above 0'],
  ])('%s', (_, lines, message) => {
    expect(() => parse(...lines)).toThrow(message);
  });
});

test('a file without its header or without candles is refused', () => {
  expect(() => parseCandleCsv(line(0), 'BTC-1h.csv', '1h', HOUR)).toThrow(
    /BTC-1h.csv:1: the first line must/,
  );
  expect(() => parse()).toThrow(/BTC-1h.csv:2: there are no candles/);
  expect(() => parseCandleCsv('', 'BTC-1h.csv', '1h', HOUR)).toThrow(/BTC-1h.csv:1/);
});

describe('the name says what a file holds', () => {
  test.each([
    ['BTC-1h.csv', undefined, 'BTC', '1h'],
    ['some/where/BTC-weekly.csv.gz', undefined, 'BTC', 'weekly'],
    ['data/1h/BTCUSDT.csv.gz', undefined, 'BTC', '1h'],
    ['BTCUSDT-24h.csv', undefined, 'BTC', '24h'],
    ['ETH.csv', '4h', 'ETH', '4h'],
    ['BTCUSDT-1d-2024-01.csv', undefined, 'BTC', '24h'],
    ['ETHUSDT-1w-2024-01.csv.gz', undefined, 'ETH', 'weekly'],
    ['BTCUSDT-4h-2024-01-31.csv', undefined, 'BTC', '4h'],
  ])('%s with interval %s: %s at %s', (path, interval, coin, timeframe) => {
    expect(candleFileName(path, interval)).toEqual({ coin, timeframe });
  });

  test.each([
    ['NOPE-1h.csv', 'does not begin with a coin'],
    ['USDT-1h.csv', 'does not begin with a coin'],
    ['BTC-1h.txt', 'does not begin with a coin'],
    ['BTC-2h.csv', 'no interval in the name'],
    ['BTC.csv', 'no interval in the name'],
  ])('%s is refused: %s', (path, message) => {
    expect(() => candleFileName(path)).toThrow(message);
  });
});
